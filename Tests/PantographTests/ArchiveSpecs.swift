import Pantograph
import PantographTesting
import Synchronization
import Testing

/// Sessions that outlive their server, in virtual time.
@Suite struct ArchiveSpecs {
    private let loop: TestLoop
    private let store: FragileStore
    private let session: TestSession

    private static let routes = [
        Route(Sample.self) { Sample($0) },
        Route(Other.self, instead: { Sample($0) }) { _, kept in kept.value("origin").map { Other(from: $0) } },
    ]

    init() {
        let loop = TestLoop()
        self.loop = loop
        store = FragileStore(now: { loop.now })
        session = TestSession(Self.routes, open: "sample", on: loop, store: store)
    }

    private func save() {
        session.advance(by: .seconds(1))
        #expect(session.saved == session.ack)
    }

    private var key: String { "session:" + session.token.prefix(22) }
    private var record: Record? { store.memory.read(key) }
    private var stored: String { String(decoding: record?.value ?? [], as: UTF8.self) }

    /// Resumes a session whose record is `bytes`: whatever comes of it, it is no trap.
    private func spoil(_ bytes: [UInt8]) {
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

    // MARK: Tokens

    @Test func `a token is stored before it is given out`() {
        let held = FragileStore(now: { [loop] in loop.now })
        held.hold()
        let session = TestSession(Self.routes, open: "sample", on: loop, store: held)
        session.set("name", to: "Ada")
        #expect(session.frames.isEmpty)
        #expect(held.memory.count == 0)

        held.release()
        loop.run()
        #expect(session.frames.count == 1)
        #expect(session.ack == 1)
    }

    @Test func `tokens are void everywhere once their successor was used`() {
        let first = session.token
        session.resumeElsewhere()
        session.send(["ping": 1])

        session.resume(token: first)
        #expect(session.errors.last?["code"] == "expired")
        session.resumeElsewhere(token: first)
        #expect(session.errors.last?["code"] == "expired")
    }

    @Test func `a predecessor is good elsewhere until the first message, and voids a successor that was never used`() {
        let first = session.token
        session.resumeElsewhere()
        let neverUsed = session.token
        session.resumeElsewhere(token: first)
        #expect(session.isResumed)

        session.resumeElsewhere(token: neverUsed)
        #expect(session.errors.last?["code"] == "expired")
    }

    @Test func `nobody gets in with a token that was guessed or cut`() {
        for token in ["", String(session.token.dropLast()), String(session.token.reversed()), session.token + "A"] {
            session.resume(token: token)
            #expect(session.errors.last?["code"] == "expired")
        }
    }

    @Test func `leave ends the session everywhere, and a late write does not bring it back`() {
        session.set("name", to: "Ada")
        session.send(["leave": true])
        session.advance(by: .seconds(2))
        session.resumeElsewhere()

        #expect(session.errors.last?["code"] == "expired")
    }

    // MARK: Time

    @Test func `a session is kept elsewhere as long as here`() {
        session.disconnect()
        session.advance(by: .seconds(15 * 60 - 1))
        session.resumeElsewhere()
        #expect(session.isResumed)

        session.disconnect()
        session.advance(by: .seconds(15 * 60))
        session.resumeElsewhere()
        #expect(session.errors.last?["code"] == "expired")
    }

    @Test func `somebody who is connected and does nothing is not forgotten`() {
        session.set("name", to: "Ada")
        session.advance(by: .seconds(3 * 60 * 60))
        session.resumeElsewhere()

        #expect(session["name"] == "Ada")
    }

    // MARK: Several servers

    @Test func `a session moves to the server that it is resumed on, and the loser closes with 4001`() {
        session.set("name", to: "Ada")
        save()
        let old = session.loop
        session.resumeElsewhere()
        #expect(session.formerCloseCode == nil)

        old.run()
        #expect(session.formerCloseCode == .takenOver)
        #expect(session["name"] == "Ada")
    }

    @Test func `a server that has not heard of its loss cannot write, and learns by it`() {
        let deaf = FragileStore(now: { [loop] in loop.now })
        deaf.dropNotices()
        let session = TestSession(Self.routes, open: "sample", on: loop, store: deaf)
        session.tap("work")
        let old = session.loop
        session.resumeElsewhere()
        session.set("name", to: "Ada")
        session.advance(by: .seconds(1))
        old.advance(by: .seconds(5))
        #expect(session.formerCloseCode == .takenOver)

        session.resumeElsewhere()
        #expect(session["name"] == "Ada")
    }

    @Test func `a session that comes back to a server is the one that was elsewhere meanwhile`() {
        let first = session.server
        session.resumeElsewhere()
        session.set("name", to: "Ada")
        save()
        session.resume(on: first)

        #expect(session["name"] == "Ada")
    }

    @Test func `a session that has come back is not taken for the one that had left`() {
        let first = session.server
        session.resumeElsewhere()
        session.resume(on: first)
        session.advance(by: .seconds(1))
        session.set("name", to: "Ada")
        session.advance(by: .seconds(1))
        #expect(session.closeCode == nil)
        #expect(session.saved == session.ack)

        session.disconnect()
        session.resume()
        #expect(session["name"] == "Ada")
    }

    // MARK: A store in trouble

    @Test func `a store that is away slows nothing down, and catches up`() {
        store.setAway(true)
        session.set("name", to: "Ada")
        session.advance(by: .seconds(60))
        #expect(session.ack == 1)
        #expect(session.saved == 0)
        #expect(session.log.map(\.name) == ["session store failed"])

        let token = session.token
        session.disconnect()
        session.resume()
        #expect(session.isResumed)
        #expect(session["name"] == "Ada")
        #expect(session.token != token)
        session.send(["ping": 1])

        store.setAway(false)
        session.advance(by: .seconds(6))
        #expect(session.saved == 1)
        #expect(session.log.map(\.name) == ["session store failed", "session store is back"])
        session.resumeElsewhere()
        #expect(session["name"] == "Ada")
    }

    @Test func `a token that was given out while the store was away is good elsewhere`() {
        session.set("name", to: "Ada")
        save()
        store.setAway(true)
        session.resume()
        session.send(["ping": 1])
        store.setAway(false)
        session.resumeElsewhere()

        #expect(session.isResumed)
        #expect(session["name"] == "Ada")
    }

    @Test func `a client waits a second for its token at most`() {
        let slow = FragileStore(now: { [loop] in loop.now })
        slow.hold()
        let first = TestSession(Self.routes, open: "sample", on: loop, store: slow)
        first.advance(by: .milliseconds(999))
        #expect(first.frames.isEmpty)
        first.advance(by: .milliseconds(1))
        #expect(first.frames.count == 1)
    }

    @Test func `a client that resumes while the store is silent is sent elsewhere, not told that it has expired`() {
        session.advance(by: .seconds(1))
        store.hold()
        session.resumeElsewhere()
        session.advance(by: .seconds(5))

        #expect(session.closeCode == .goingAway)
        #expect(session.errors.isEmpty)
        store.release()
        session.loop.run()
        session.resumeElsewhere()
        #expect(session.isResumed)
    }

    @Test func `what a client says while its session is fetched waits and counts`() {
        session.advance(by: .seconds(1))
        store.hold()
        session.resumeElsewhere()
        session.set("name", to: "Ada")
        session.send(bytes: [0x7b])
        #expect(session.ack == 0)

        store.release()
        session.loop.run()
        #expect(session.ack == 1)
        #expect(session.errors.map { $0["code"] } == ["malformed"])
    }

    @Test func `bytes that are no snapshot are refused`() {
        session.set("name", to: "Ada")
        save()
        let whole = record?.value ?? []
        for count in 0..<whole.count { spoil(Array(whole.prefix(count))) }
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= 0x15
            spoil(bytes)
        }
        #expect(session.errors.count > whole.count)
    }

    // MARK: Going away

    @Test func `a server that stops saves first, hears nothing any more, and closes with 1001`() {
        session.set("name", to: "Ada")
        store.hold()
        session.stopServer()
        session.set("name", to: "lost")
        #expect(session.closeCode == nil)

        store.release()
        session.loop.run()
        #expect(session.closeCode == .goingAway)
        #expect(session.ack == 1)
        session.resumeElsewhere()
        #expect(session["name"] == "Ada")
    }

    @Test func `a server that stops does not wait for a store that is away`() {
        session.set("name", to: "Ada")
        store.setAway(true)
        session.advance(by: .seconds(1))
        session.stopServer()

        #expect(session.closeCode == .goingAway)
    }

    @Test func `a server whose store goes away while it stops closes all the same`() {
        session.set("name", to: "Ada")
        store.hold()
        session.stopServer()
        store.setAway(true)
        store.release()
        session.loop.run()

        #expect(session.closeCode == .goingAway)
    }

    @Test func `a server that stops lets work end`() {
        session.tap("work")
        session.stopServer()
        #expect(session.closeCode == nil)

        session.advance(by: .seconds(5))
        #expect(session.closeCode == .goingAway)
        session.resumeElsewhere()
        #expect(session["note"] == "done")
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
