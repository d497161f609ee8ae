import Pantograph
import Screens
import Testing

@Suite struct RegistrationSpecs {
    private let accounts = MemoryAccounts()

    private func screen(_ mail: String, _ pass: String, _ retype: String) -> Registration {
        let screen = Registration(accounts: accounts, texts: .english)
        screen.mail = mail
        screen.pass = pass
        screen.retype = retype
        return screen
    }

    @Test(arguments: [("", ""), ("  ", ""), ("a", "enter valid mail address"), ("a@b.co", ""), (" a@b.co ", "")])
    func `a mail address is judged once there is one`(mail: String, problem: String) {
        #expect(screen(mail, "", "").invalidMail == problem)
    }

    @Test(arguments: [
        ("café", "", ""), ("café", "cafe", "must match password"), ("cafe", "cafe", ""),
        ("", "x", "must match password"),
        ("caf\u{E9}", "cafe\u{301}", ""), ("a", "A", "must match password"),
    ])
    func `passwords are compared once there are two, in NFC`(pass: String, retype: String, problem: String) {
        #expect(screen("", pass, retype).invalidPass == problem)
    }

    @Test(arguments: [
        ("a@b.co", "x", "x", true), ("", "x", "x", false), (" ", "x", "x", false), ("a@b", "x", "x", false),
        ("a@b.co", "", "", false), ("a@b.co", "x", "", false), ("a@b.co", "x", "y", false),
    ])
    func `it can be sent when all is right`(mail: String, pass: String, retype: String, canSend: Bool) {
        #expect(screen(mail, pass, retype).canSend == canSend)
    }

    @Test func `registering makes the account once`() async throws {
        let screen = screen("a@b.co", "x", "x")

        let effect = try await screen.register()

        #expect(effect.alert == ["Success", "You are registered.", ""])
        #expect(!screen.isLoading)
        #expect(!screen.canSend)
        #expect(screen.invalidMail == "")
    }

    @MainActor @Test func `it loads from the first moment on`() async throws {
        let screen = screen("a@b.co", "x", "x")

        let registration = Task.immediate { _ = try await screen.register() }
        #expect(screen.isLoading)
        #expect(!screen.canSend)
        try await registration.value

        #expect(!screen.isLoading)
    }

    @Test func `an address that exists is told after register only, until it changes`() async throws {
        _ = try await screen("a@b.co", "x", "x").register()
        let screen = screen(" a@B.CO", "y", "y")
        #expect(screen.invalidMail == "")
        #expect(screen.canSend)

        let effect = try await screen.register()
        #expect(effect.alert == nil)
        #expect(screen.invalidMail == "already registered")

        screen.pass = "z"
        #expect(screen.invalidMail == "already registered")
        screen.mail = "b@b.co"
        #expect(screen.invalidMail == "")
    }

    @MainActor @Test func `an answer for an address that was changed meanwhile is not shown`() async throws {
        _ = try await screen("a@b.co", "x", "x").register()
        let screen = screen("a@b.co", "x", "x")

        let registration = Task.immediate { _ = try await screen.register() }
        screen.mail = "b@b.co"
        try await registration.value

        #expect(screen.invalidMail == "")
    }

    @Test func `when too many register, it asks to try again and keeps what was typed`() async throws {
        let screen = Registration(accounts: FailingAccounts(error: PasswordHasher.Busy()), texts: .english)
        screen.mail = "a@b.co"
        screen.pass = "x"
        screen.retype = "x"

        let effect = try await screen.register()

        #expect(effect.alert?.first == "One moment, please")
        #expect(screen.invalidMail == "")
        #expect(screen.canSend)
    }

    @Test func `when the accounts do not answer, it says so and keeps what was typed`() async throws {
        struct Away: Error {}
        let screen = Registration(accounts: FailingAccounts(error: Away()), texts: .english)
        screen.mail = "a@b.co"
        screen.pass = "x"
        screen.retype = "x"

        let error = await #expect(throws: AlertedError.self) { _ = try await screen.register() }

        #expect(error?.reason is Away)
        #expect(error?.title == "Sorry")
        #expect(screen.canSend)
    }
}
