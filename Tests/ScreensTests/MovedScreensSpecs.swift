import Pantograph
import PantographTesting
import Screens
import Synchronization
import Testing

/// Every screen goes on where it was on another server, nothing written for it but what it keeps.
@Suite struct MovedScreensSpecs {
    private let loop = TestLoop()
    private let inbox = Inbox()
    private let store: MemoryStore
    private let application: Application

    init() {
        let loop = loop
        store = MemoryStore(now: { loop.now })
        let codes = SignInCodes(gateway: inbox, records: store, now: { loop.now }, log: { _ in })
        application = Application(
            codes: codes, accounts: MemoryAccounts(),
            everybody: Shared("counter", 0, in: store, now: { loop.now }))
    }

    private func open(_ name: String) -> TestSession {
        TestSession(application.routes, open: name, on: loop, store: store)
    }

    /// Moves the session, and holds what it shows against what it showed.
    private func move(_ session: TestSession) {
        session.advance(by: .seconds(1))
        #expect(session.saved == session.ack)
        session.resume()
        let (screen, state) = (session.screen, session.state)
        session.resumeElsewhere()

        #expect(session.isResumed)
        #expect(session.screen == screen)
        #expect(session.state == state)
    }

    @Test func `counter`() {
        let session = open("counter")
        session.tap("countUp")
        session.tap("sharedCountUp")
        move(session)

        session.tap("countUp")
        #expect(session["counterText"] == "2")
    }

    @Test func `phone-number, with what is wrong`() {
        let session = open("phone-number")
        session.set("phoneNumber1", to: "090123456789012345")
        move(session)
        #expect(session["errors"] != "")

        // A paste is judged by what was sent last.
        session.set("phoneNumber1", to: "1234567890123456789")
        #expect(session["phoneNumber1"] != "12345")
    }

    @Test func `the whole sign-in`() async {
        let session = open("phone-number")
        session.set("phoneNumber1", to: "090-1234-5678")
        session.tap("sendCode")
        await loop.run { !session.effects.isEmpty }
        move(session)
        session.tap("continue")
        #expect(session.screen == "confirm-code")
        move(session)

        let code = (await inbox.code).asDigits
        let wrong = String(code.map { $0 == "9" ? "0" : "9" })
        session.set("code", to: .text(wrong))
        await session.loop.run { session["errors"] != "" }
        move(session)
        // Tried once, here and there.
        session.set("code", to: .text(wrong))
        #expect(session["isLoading"] == false)

        session.set("code", to: .text(code))
        await session.loop.run { session.screen == "profile" }
        move(session)
        session.set("name", to: "Aiko")
        session.set("url", to: "ftp://x")
        move(session)
        session.set("url", to: "")
        session.tap("save")
        await session.loop.run { session.screen == "home" }
        move(session)
        #expect(session["greeting"] == "Welcome, Aiko!")

        session.tap("signOut")
        move(session)
        #expect(session.screen == "phone-number")
    }

    @Test func `going back to the number after a move`() async {
        let session = open("phone-number")
        session.set("phoneNumber1", to: "090-1234-5678")
        session.tap("sendCode")
        await loop.run { !session.effects.isEmpty }
        session.tap("continue")
        move(session)
        session.tap("changeNumber")

        #expect(session["phoneNumber3"] == "78")
    }

    @Test func `a profile on its own`() {
        let session = open("profile")
        session.set("name", to: "Aiko")
        session.tap("save")
        move(session)

        #expect(session["note"] != "")
    }

    @Test func `registration, but for the passwords`() async {
        let session = open("registration")
        session.set("mail", to: "aiko@example.jp")
        session.set("pass", to: "one")
        session.set("retype", to: "one")
        session.tap("register")
        await loop.run { !session.effects.isEmpty }
        session.set("mail", to: "aiko@example.jp")
        move(session)

        session.set("pass", to: "one")
        session.set("retype", to: "one")
        #expect(session["canSend"] == false)
    }

    @Test func `nothing is forgotten silently`() {
        let events = Mutex<[LogEvent]>([])
        let lobby = Lobby(routes: application.routes) { event in events.withLock { $0.append(event) } }
        lobby.reportForgottenProperties(on: loop)

        #expect(events.withLock { $0.map { "\($0.details)" } } == [])
    }
}
