import Pantograph
import PantographTesting
import Testing

/// Stores in trouble, and servers that stop.
extension ArchiveSpecs {
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

    @Test func `a server that stops while the store is away says how many sessions are lost`() throws {
        store.setAway(true)
        session.set("name", to: "Ada")
        session.stopServer()

        #expect(session.closeCode == .goingAway)
        let event = try #require(session.log.last)
        #expect(event.name == "sessions not saved")
        #expect(event.details.map(\.value) == [.integer(1)])
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

    @Test func `a token waits for a store that is restarting, five seconds at most`() {
        store.setAway(true)
        let first = TestSession(Self.routes, open: "sample", on: loop, store: store)
        first.advance(by: .seconds(3))
        #expect(first.frames.isEmpty)
        store.setAway(false)
        first.advance(by: .milliseconds(300))
        #expect(first.frames.count == 1)
        first.resumeElsewhere()
        #expect(first.isResumed)

        store.setAway(true)
        let second = TestSession(Self.routes, open: "sample", on: loop, store: store)
        second.advance(by: .milliseconds(4_900))
        #expect(second.frames.isEmpty)
        second.advance(by: .seconds(1))
        #expect(second.frames.count == 1)
    }

    @Test func `a client waits a second for a store that is silent`() {
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
