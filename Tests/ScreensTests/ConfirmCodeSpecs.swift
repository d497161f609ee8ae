import Pantograph
import PantographTesting
import Screens
import Testing

@Suite struct ConfirmCodeSpecs {
    private let loop = TestLoop()
    private let accounts = MemoryAccounts()

    private func screen(_ issuer: any CodeIssuer) -> ConfirmCode {
        ConfirmCode(.test(loop, codes: issuer, accounts: accounts), number: .aiko, fields: ["09012", "3456", "78"])
    }

    /// What a session does with one `set`.
    @discardableResult
    private func type(_ text: String, into screen: ConfirmCode) async throws -> Effect? {
        screen.change(to: text)
        return try await screen.submit()
    }

    // MARK: The tutorials' own tests

    @Test func `with a length of 4, 1, 11, 111, 1111 verifies once and shows the service's error`() async throws {
        let issuer = StubIssuer(codeLength: 4, verdict: .wrong)
        let screen = screen(issuer)

        for text in ["1", "11", "111"] {
            try await type(text, into: screen)
            #expect(issuer.guesses == [])
            #expect(screen.errors == "")
        }
        try await type("1111", into: screen)

        #expect(issuer.guesses == ["1111"])
        #expect(screen.errors == "This is not the code that we sent. Please check it and try again.")
    }

    @Test func `a timer of 3 s shows 2, 1, 0 at 1, 2, 3 s`() {
        let screen = screen(StubIssuer(resendAfter: .seconds(3)))
        var shown: [(timer: Int, isActive: Bool)] = [(screen.newCodeTimer, screen.codeTimerIsActive)]

        for _ in 1...3 {
            loop.advance(by: .seconds(1))
            shown.append((screen.newCodeTimer, screen.codeTimerIsActive))
        }

        #expect(shown.map(\.timer) == [3, 2, 1, 0])
        #expect(shown.map(\.isActive) == [true, true, true, false])
    }

    // MARK: Verifying

    @MainActor @Test func `loading shows at once, and the code is locked meanwhile`() async throws {
        let screen = screen(DistantIssuer())
        screen.change(to: "1234")

        let verification = Task.immediate { _ = try await screen.submit() }
        #expect(screen.isLoading)
        #expect(!screen.codeEnabled)
        #expect(!screen.canGetNewCode)
        try await verification.value

        #expect(!screen.isLoading)
        #expect(screen.codeEnabled)
        #expect(screen.code == "1234")
    }

    @Test func `a wrong code is not tried again before it has changed to full length anew`() async throws {
        let issuer = StubIssuer(verdict: .wrong)
        let screen = screen(issuer)
        try await type("1111", into: screen)

        try await type("1111", into: screen)
        try await type("11112", into: screen)
        try await type("１１１１", into: screen)
        #expect(issuer.guesses == ["1111"])
        #expect(screen.code == "1111")
        #expect(!screen.errors.isEmpty)

        try await type("111", into: screen)
        #expect(screen.errors == "")
        try await type("1111", into: screen)
        try await type("2222", into: screen)
        #expect(issuer.guesses == ["1111", "1111", "2222"])
    }

    @Test(arguments: [
        ("１２３４", "1234"), ("١٢٣٤", "1234"), ("12-34", "1234"), ("code 1234.", "1234"), ("12345", "1234"), ("12a", "12"),
    ])
    func `the code is digits up to its length`(text: String, code: String) async throws {
        let screen = screen(StubIssuer())

        try await type(text, into: screen)

        #expect(screen.code == code)
    }

    @Test func `a new number goes on to its profile, a known one home`() async throws {
        let screen = screen(StubIssuer(verdict: .right))
        #expect(try await type("1234", into: screen).screen(Profile.self) != nil)

        await accounts.save(Person(name: "Aiko"), with: .aiko)
        try await type("123", into: screen)
        let home = try await type("1234", into: screen).screen(Home.self)
        #expect(home?.greeting.contains("Aiko") == true)
        #expect(home?.phone == "•••••••5678")
    }

    @Test func `a spent code asks for a new one`() async throws {
        let screen = screen(StubIssuer(verdict: .spent))

        try await type("1234", into: screen)

        #expect(screen.errors == "This code can’t be used any more. Please get a new one.")
    }

    @Test func `a service that is down is told to the person and to the log`() async throws {
        let issuer = StubIssuer()
        issuer.failToVerify(StubIssuer.Down())
        let screen = screen(issuer)

        await #expect(throws: StubIssuer.Down.self) { _ = try await type("1234", into: screen) }

        #expect(!screen.errors.isEmpty)
        #expect(!screen.isLoading)
        #expect(screen.codeEnabled)
    }

    @Test func `when the accounts do not answer, no guess is taken`() async throws {
        let issuer = StubIssuer(verdict: .right)
        let signIn = SignIn.test(loop, codes: issuer, accounts: FailingAccounts(error: StubIssuer.Down()))
        let screen = ConfirmCode(signIn, number: .aiko, fields: [])

        await #expect(throws: StubIssuer.Down.self) { _ = try await type("1234", into: screen) }

        #expect(issuer.guesses == [])
        #expect(!screen.errors.isEmpty)
    }

    // MARK: The countdown

    @Test func `a second shows until it is over`() {
        let screen = screen(StubIssuer(resendAfter: .seconds(3)))

        loop.advance(by: .milliseconds(999))
        #expect(screen.newCodeTimer == 3)

        loop.advance(by: .milliseconds(1))
        #expect(screen.newCodeTimer == 2)
    }

    @Test func `every change of an output has its tick, and there are no others`() async throws {
        let screen = screen(StubIssuer(resendAfter: .milliseconds(2500)))
        var shown = [screen.newCodeTimer]

        while let next = screen.nextChange {
            loop.advance(by: loop.now.duration(to: next))
            shown.append(screen.newCodeTimer)
        }

        #expect(shown == [3, 2, 1, 0])
        #expect(screen.newCodeDeadline == nil)
    }

    @Test func `the deadline stays the same while the countdown runs`() {
        let screen = screen(StubIssuer(resendAfter: .seconds(3)))
        let end = loop.now.advanced(by: .seconds(3))
        #expect(screen.newCodeDeadline == end)

        loop.advance(by: .milliseconds(2999))
        #expect(screen.newCodeDeadline == end)

        loop.advance(by: .milliseconds(1))
        #expect(screen.newCodeDeadline == nil)
    }

    @Test func `a full code starts the countdown anew`() async throws {
        let screen = screen(StubIssuer(resendAfter: .seconds(3)))
        loop.advance(by: .seconds(2))

        try await type("123", into: screen)
        #expect(screen.newCodeTimer == 1)

        try await type("1234", into: screen)
        #expect(screen.newCodeTimer == 3)
    }

    // MARK: A new code

    @Test func `a new code can be had after the countdown, and starts it anew`() async throws {
        let issuer = StubIssuer(resendAfter: .seconds(3))
        let screen = screen(issuer)
        #expect(!screen.canGetNewCode)
        loop.advance(by: .seconds(3))
        #expect(screen.canGetNewCode)

        try await screen.getNewCode()

        #expect(issuer.issued == [.aiko])
        #expect(screen.newCodeTimer == 3)
        #expect(!screen.canGetNewCode)
        #expect(!screen.isLoading)
    }

    @Test func `the note stays for five seconds, untouched by ticks`() async throws {
        let screen = screen(StubIssuer(resendAfter: .seconds(3)))
        loop.advance(by: .seconds(3))
        try await screen.getNewCode()
        let start = loop.now
        var shown: [(time: Duration, isNoteShown: Bool)] = []

        while let next = screen.nextChange {
            loop.advance(by: loop.now.duration(to: next))
            shown.append((start.duration(to: loop.now), !screen.note.isEmpty))
        }

        #expect(shown.map(\.time) == [.seconds(1), .seconds(2), .seconds(3), .seconds(5)])
        #expect(shown.map(\.isNoteShown) == [true, true, true, false])
    }

    @Test func `a new code that was not sent is told, and can be asked for again`() async throws {
        let issuer = StubIssuer(resendAfter: .seconds(3))
        issuer.failToIssue(CodeIssuerError.messageNotSent)
        let screen = screen(issuer)
        loop.advance(by: .seconds(3))

        try await screen.getNewCode()
        #expect(screen.note == "")
        #expect(!screen.errors.isEmpty)
        #expect(screen.canGetNewCode)

        issuer.failToIssue(nil)
        try await screen.getNewCode()
        #expect(screen.errors == "")
        #expect(!screen.note.isEmpty)
    }

    @Test func `going back keeps the digits`() {
        let back = (screen(StubIssuer()).changeNumber() as Effect?).screen(PhoneNumber.self)

        #expect(back?.phoneNumber1 == "09012")
        #expect(back?.phoneNumber2 == "3456")
        #expect(back?.phoneNumber3 == "78")
        #expect(back?.sendCodeEnabled == true)
    }
}
