import Pantograph
import PantographTesting
import Synchronization
import Testing

/// Sessions that outlive their server, in virtual time.
@Suite struct ArchiveSpecs {
    let loop: TestLoop
    let store: FragileStore
    let session: TestSession

    static let routes = [
        Route(Sample.self) { Sample($0) },
        Route(Other.self, instead: { Sample($0) }) { _, kept in kept.value("origin").map { Other(from: $0) } },
    ]

    init() {
        let loop = TestLoop()
        self.loop = loop
        store = FragileStore(now: { loop.now })
        session = TestSession(Self.routes, open: "sample", on: loop, store: store)
    }

    func save() {
        session.advance(by: .seconds(1))
        #expect(session.saved == session.ack)
    }

    var key: String { "session:" + session.token.prefix(22) }
    var record: Record? { store.memory.read(key) }
    var stored: String { String(decoding: record?.value ?? [], as: UTF8.self) }

    /// Resumes a session whose record is `bytes`: whatever comes of it, it is no trap.
    func spoil(_ bytes: [UInt8]) {
        let end = loop.now.advanced(by: .seconds(60))
        _ = store.memory.commit([[RecordChange(of: key, if: .atMost(.max), to: bytes, version: 1, until: end)]])
        session.resumeElsewhere()
    }

    // MARK: What is saved

    @Test func `what was saved is there after a crash, and counts once`() {
        session.set("name", to: "Ada")
        session.set("age", to: 36)
        save()

        session.resumeElsewhere()
        #expect(session.isResumed)
        #expect(session.ack == 2)
        #expect(session.saved == 2)
        #expect(session["name"] == "Ada")
        #expect(session["age"] == 36)

        session.send(["set": ["name": "Bob"], "n": 2])
        #expect(session["name"] == "Ada")
    }

    @Test func `what was not saved is not there, and its events run when they come again`() {
        session.set("name", to: "Ada")
        save()
        session.set("name", to: "Bob")
        #expect(session.ack == 2)

        session.resumeElsewhere()
        #expect(session.ack == 1)
        #expect(session["name"] == "Ada")

        session.send(["set": ["name": "Bob"], "n": 2])
        #expect(session.ack == 2)
        session.resume()
        #expect(session["name"] == "Bob")
    }

    @Test func `saved follows within a second and never comes before`() {
        for index in 1...20 {
            session.set("age", to: .integer(index))
            #expect(session.saved < session.ack)
            session.advance(by: .milliseconds(100))
            #expect(session.ack - session.saved <= 10)
        }
        save()
    }

    @Test func `many changes are one write`() {
        session.advance(by: .seconds(1))
        let before = store.commits
        for index in 1...1_000 { session.set("age", to: .integer(index)) }
        save()

        #expect(store.commits == before + 1)
    }

    @Test func `an event is saved when its work has ended, so that a crash makes it run again as a whole`() {
        session.tap("work")
        session.set("age", to: 5)
        session.advance(by: .seconds(3))
        #expect(session["note"] == "half")
        #expect(session.saved == 0)

        session.resumeElsewhere()
        #expect(session.ack == 0)
        #expect(session["note"] == "")
        session.send(["tap": "work", "n": 1])
        session.send(["set": ["age": 5], "n": 2])
        session.advance(by: .seconds(5))

        #expect(session["runs"] == 1)
        #expect(session["note"] == "done")
        #expect(session.saved == 2)
    }

    @Test func `an event that runs again has the same name`() {
        session.tap("nameEvent")
        let first = session["note"]
        session.resumeElsewhere()
        session.send(["tap": "nameEvent", "n": 1])
        session.resume()

        #expect(session["note"] == first)
        session.tap("nameEvent")
        #expect(session["note"] != first)
    }

    @Test func `work that follows the newest change goes on elsewhere`() {
        session.set("digits", to: "12")
        session.advance(by: .milliseconds(900))
        #expect(session["found"] == "")

        session.resumeElsewhere()
        session.advance(by: .seconds(2))
        #expect(session["found"] == "12")
    }

    @Test func `effects that were not seen come elsewhere, and their numbers go on`() {
        session.tap("greet")
        let seen = session.seen
        session.tap("greet")
        save()

        session.resumeElsewhere()
        session.resume(seen: seen)
        session.tap("greet")
        #expect(session.effects.count == 4)
        #expect(session.seen == 3)
    }

    @Test
    func `effects that a crash has undone come again under their ids, and new ones after a reload under new ones`() {
        save()
        session.tap("greet")
        session.tap("greet")
        #expect(session.seen == 2)
        session.resumeElsewhere()
        session.send(["tap": "greet", "n": 1])
        #expect(session.frames.last?["do"].map(\.json)?.contains("\"id\":1,") == true)

        session.resumeElsewhere()
        session.send(["tap": "greet", "n": 3])
        #expect(session.frames.last?["do"].map(\.json)?.contains("\"id\":3,") == true)
    }

    @Test func `secrets that come one by one are waited for`() {
        session.set("pin", to: "1234")
        save()
        session.resumeElsewhere()
        session.send(["tap": "enter", "n": 2])
        session.send(["set": ["name": "x", "pin": "1234"], "n": 3])

        #expect(session.errors.isEmpty)
        #expect(session["note"] == "entered")
    }

    @Test func `a session that the store has lost goes on where it lives, and is stored anew`() {
        session.set("name", to: "Ada")
        save()
        store.setAway(true)
        session.set("age", to: 5)
        session.advance(by: .seconds(1))
        store.setAway(false)
        store.memory.setAside(key)
        session.resume()
        session.advance(by: .seconds(1))
        #expect(session.isResumed)

        session.advance(by: .seconds(6))
        session.resumeElsewhere()
        #expect(session["name"] == "Ada")
    }

    @Test func `deadlines are right elsewhere`() {
        session.tap("startCountdown")
        session.advance(by: .milliseconds(700))
        session.resumeElsewhere()
        session.advance(by: .milliseconds(300))

        #expect(session["secondsLeft"] == 2)
        session.advance(by: .seconds(2))
        #expect(session["secondsLeft"] == 0)
    }

    @Test func `secret fields are not stored`() {
        session.set("pin", to: "very secret")
        session.set("name", to: "Ada")
        save()

        #expect(stored.contains("Ada"))
        #expect(!stored.contains("very secret"))
        session.resumeElsewhere()
        #expect(session["pinLength"] == 0)
    }

    @Test func `a tap that needs secrets waits for them after a crash`() {
        session.set("pin", to: "1234")
        session.set("name", to: "Ada")
        save()
        session.tap("enter")
        session.resumeElsewhere()
        #expect(session.ack == 2)

        session.burst {
            session.send(["tap": "enter", "n": 3])
            session.send(["set": ["name": "Bob"], "n": 4])
            session.send(["set": ["pin": "1234"], "n": 5])
        }
        #expect(session.errors.isEmpty)
        #expect(session["note"] == "entered")
        #expect(session.ack == 5)
        session.send(["tap": "enter", "n": 3])
        #expect(session.errors.isEmpty)
    }

    @Test func `a tap that needs secrets which never come is refused after a moment`() {
        session.set("pin", to: "1234")
        save()
        session.resumeElsewhere()
        session.send(["tap": "enter", "n": 2])
        session.send(["tap": "enter", "n": 2])
        #expect(session.ack == 1)

        session.advance(by: .milliseconds(300))
        #expect(session.errors.map { $0["code"] } == ["disabled"])
        #expect(session.ack == 2)
    }

    @Test func `events that followed the end of some work wait for it when they come again`() {
        session.tap("lockAndWork")
        session.advance(by: .seconds(3))
        #expect(session["note"] == "unlocked")
        session.set("name", to: "Ada")
        session.resumeElsewhere(token: session.token)
        #expect(session.ack == 1)

        store.hold()
        session.tap("lockAndWork")
        session.advance(by: .seconds(3))
        session.set("name", to: "Bob")
        session.resumeElsewhere()
        store.release()
        session.loop.run()
        session.send(["tap": "lockAndWork", "n": 3])
        session.send(["set": ["name": "Bob"], "n": 4])
        session.send(["return": "name", "n": 5])
        #expect(session.ack == 3)
        session.advance(by: .seconds(3))

        #expect(session.errors.isEmpty)
        #expect(session.ack == 5)
        session.resume()
        #expect(session["name"] == "Bob")
    }

    @Test func `events of the screen that some work leads to wait for it when they come again`() {
        session.set("name", to: "Ada")
        save()
        session.resumeElsewhere()
        session.send(["tap": "goLater", "n": 2])
        session.send(["set": ["remark": "hello"], "n": 3])
        session.send(["return": "remark", "n": 4])
        session.send(["tap": "stay", "n": 5])
        #expect(session.ack == 2)
        session.advance(by: .seconds(3))

        #expect(session.errors.isEmpty)
        #expect(session.ack == 5)
        session.resume()
        #expect(session.screen == "other")
        #expect(session["remark"] == "hello")
    }

    @Test func `the end of work is saved at once`() {
        session.tap("lockAndWork")
        session.advance(by: .seconds(2))
        #expect(session["note"] == "unlocked")
        session.resumeElsewhere()

        #expect(session.ack == 1)
        #expect(session["note"] == "unlocked")
    }

    // MARK: Screens

    @Test func `a screen that was reached through another is made again by its route`() {
        session.set("name", to: "Ada")
        session.tap("go")
        save()
        session.resumeElsewhere()

        #expect(session.screen == "other")
        #expect(session["origin"] == "Ada")
    }

    @Test func `a session whose screen nothing can make is expired`() {
        let loop = TestLoop()
        let store = MemoryStore(now: { loop.now })
        let session = TestSession([Self.routes[0]], open: "sample", on: loop, store: store)
        session.tap("go")
        session.advance(by: .seconds(1))
        session.resumeElsewhere()

        #expect(session.errors.map { $0["code"] } == ["expired"])
        #expect(session.log.map(\.name).contains("session cannot be restored"))
    }

    @Test func `a screen that has gained and lost fields gets what still fits`() {
        session.set("name", to: "Ada")
        session.set("age", to: 36)
        save()
        session.resumeElsewhere(routes: [Route(Later.self) { _ in Later() }])

        #expect(session["name"] == "Ada")
        #expect(session["age"] == "unknown")
        #expect(session["colour"] == "blue")
        #expect(session.log.map(\.name).contains("session of another version of its screen"))
    }

    @Test func `properties that would be forgotten are named`() {
        let events = Mutex<[LogEvent]>([])
        let lobby = Lobby(routes: [Route(Forgetful.self) { _ in Forgetful() }]) { event in
            events.withLock { $0.append(event) }
        }
        lobby.reportForgottenProperties(on: TestLoop())

        #expect(events.withLock { $0.map { $0.details.last?.value } } == [["forgotten", "alsoForgotten"]])
    }
}

/// A later version of `Sample`.
private final class Later: Screen {
    static let name = "sample"

    var name = ""
    var age = "unknown"
    var colour = "blue"

    static let bindings = Bindings<Later> {
        Field("name", \.name)
        Field("age", \.age)
        Field("colour", \.colour)
    }
}

private final class Forgetful: Screen {
    var field = ""
    var kept = 1
    var forgotten = ""
    private(set) var alsoForgotten: [Int?] = []
    private var busy = false
    private let service = TestLoop()
    private let function: @Sendable () -> Void = {}

    static let bindings = Bindings<Forgetful> {
        Field("other name", \.field)
        Kept("k", \.kept)
        Output("alsoForgotten", \.alsoForgotten)
        Transient("busy")
    }
}
