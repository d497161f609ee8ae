import Pantograph
import PantographTesting
import Screens
import Testing

/// The flow as a session runs it, by the messages that a page sends.
@Suite struct SignInFlowSpecs {
    private let loop = TestLoop()
    private let inbox = Inbox()
    private let codes: SignInCodes
    private let accounts = MemoryAccounts()

    init() {
        var configuration = SignInCodes.Configuration()
        configuration.resendAfter = .seconds(3)
        codes = SignInCodes(configuration, gateway: inbox, now: { [loop] in loop.now }, log: { _ in })
    }

    private func open(_ name: String) -> TestSession {
        TestSession(Application(codes: codes, accounts: accounts, everybody: .test(loop)).routes, open: name, on: loop)
    }

    /// Goes as far as the screen that asks for the code.
    private func askForCode(_ session: TestSession) async {
        session.set("phoneNumber1", to: "090-1234-5678")
        session.tap("sendCode")
        await loop.run { !session.effects.isEmpty }
        session.tap("continue")
    }

    /// The digits of the newest message.
    private var code: String {
        get async { await inbox.code.asDigits }
    }

    @Test(arguments: ["phone-number", "confirm-code", "home"])
    func `what needs a sign-in opens phone-number`(name: String) {
        let session = open(name)

        #expect(session.screen == "phone-number")
        #expect(session["phoneNumber1"] == "")
    }

    @Test func `a new number goes by its profile home, and out again`() async throws {
        let session = open("phone-number")
        await askForCode(session)
        #expect(
            session.effects == [
                ["alert": ["title": "Success", "message": "Your PhoneNumber was sent successfully!", "ok": "continue"]]
            ])
        #expect(session.screen == "confirm-code")
        #expect(
            session.state == [
                "code": "", "phone": "•••••••5678", "isLoading": false, "codeEnabled": true, "errors": "", "note": "",
                "newCodeTimer": 3, "newCodeDeadline": ["in": 3000], "codeTimerIsActive": true,
            ])

        session.type(await code, into: "code")
        await loop.run { session.screen == "profile" }
        session.set("name", to: "Aiko")
        session.pressReturn(in: "desc")
        await loop.run { session.screen == "home" }
        #expect(session.state == ["greeting": "Welcome, Aiko!", "phone": "•••••••5678"])

        session.tap("signOut")
        #expect(session.screen == "phone-number")
        #expect(session.errors == [])
    }

    @Test func `while a code is verified the field is locked and keeps it`() async throws {
        let session = open("phone-number")
        await askForCode(session)

        session.burst {
            session.set("code", to: "000000")
            session.set("code", to: "111111")
            session.pressReturn(in: "code")
        }
        #expect(session["code"] == "000000")
        #expect(session.errors.map { $0["code"] } == ["disabled"])
    }

    @Test func `a countdown sends its seconds and nothing else`() async {
        let session = open("phone-number")
        await askForCode(session)
        let before = session.frames.count

        session.advance(by: .seconds(10))

        #expect(
            session.frames[before...].map { $0["set"] } == [
                ["newCodeTimer": 2], ["newCodeTimer": 1],
                ["newCodeTimer": 0, "newCodeDeadline": .null, "codeTimerIsActive": false],
            ])
    }

    @Test func `a note leaves after five seconds`() async {
        let session = open("phone-number")
        await askForCode(session)
        session.advance(by: .seconds(3))

        session.tap("getNewCode")
        await loop.run { session["isLoading"] == false && session["note"] != "" }
        #expect(session["newCodeTimer"] == 3)
        session.advance(by: .milliseconds(4999))
        #expect(session["note"] != "")
        session.advance(by: .milliseconds(1))

        #expect(session["note"] == "")
        #expect(await inbox.messages.count == 2)
    }

    @Test func `a countdown is right after a pause, in which it did no work`() async {
        let session = open("phone-number")
        await askForCode(session)
        session.disconnect()

        session.advance(by: .milliseconds(1500))
        session.resume()

        #expect(session["newCodeTimer"] == 2)
        #expect(session["newCodeDeadline"] == ["in": 1500])
    }

    @Test func `two taps at once make one account`() async {
        let session = open("registration")
        session.set("mail", to: "a@b.co")
        session.set("pass", to: "one two")
        session.set("retype", to: "one two")
        #expect(session["canSend"] == true)

        session.burst {
            session.tap("register")
            session.tap("register")
        }
        // The loop is idle again, so the hash is made elsewhere.
        #expect(session["isLoading"] == true)
        await loop.run { !session.effects.isEmpty }

        #expect(session.errors.map { $0["code"] } == ["busy"])
        #expect(session.effects == [["alert": ["title": "Success", "message": "You are registered."]]])
        #expect(session["canSend"] == false)
        #expect(session["isLoading"] == false)
    }
}

extension String {
    /// The digits of a message's text.
    var asDigits: String { filter(\.isNumber) }
}
