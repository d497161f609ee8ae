import Pantograph
import Screens
import Testing

@Suite struct ProfileSpecs {
    private let accounts = MemoryAccounts()

    @Test(arguments: [("", false), ("   ", false), ("\u{3000}\t", false), ("Aiko", true), (" あ ", true)])
    func `a name that is not blank can be saved`(name: String, saveEnabled: Bool) {
        let screen = Profile(texts: .english)

        screen.name = name

        #expect(screen.saveEnabled == saveEnabled)
    }

    @Test func `on its own it is kept, even with an invalid url, which never becomes a link`() async throws {
        let screen = Profile(texts: .english)
        screen.name = "Aiko"
        screen.url = "javascript:alert(1)"
        screen.desc = "one\ntwo"
        #expect(!screen.invalidUrl.isEmpty)

        #expect(try await screen.save().screen(Home.self) == nil)

        #expect(screen.note == "Your profile was saved.")
        #expect(screen.kept == Person(name: "Aiko", address: nil, about: "one\ntwo"))
        screen.desc = "three"
        #expect(screen.note == "")
    }

    @Test func `after a sign-in it is stored for the number and goes home`() async throws {
        let screen = Profile(.test(accounts: accounts), number: .aiko)
        screen.name = "Aiko"
        screen.url = " https://例え.jp/a "

        let home = try await screen.save().screen(Home.self)

        #expect(home?.greeting == "Welcome, Aiko!")
        let stored = await accounts.person(with: .aiko)
        #expect(stored == Person(name: "Aiko", address: WebAddress("https://xn--r8jz45g.jp/a")))
        #expect(await accounts.person(with: .ben) == nil)
    }

    @Test func `after a sign-in an invalid url is not stored but pointed at`() async throws {
        let screen = Profile(.test(accounts: accounts), number: .aiko)
        screen.name = "Aiko"
        screen.url = "ftp://example.com"

        let effect = try await screen.save()

        #expect(effect.focus == "url")
        #expect(await accounts.person(with: .aiko) == nil)
    }

    @Test func `signing out forgets everything`() {
        let home = Home(.test(), person: Person(name: "Aiko"), number: .aiko)

        let screen = (home.signOut() as Effect?).screen(PhoneNumber.self)

        #expect(screen?.phoneNumber1 == "")
        #expect(screen?.canProceed == false)
    }
}
