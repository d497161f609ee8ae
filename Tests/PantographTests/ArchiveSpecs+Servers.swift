import Pantograph
import PantographTesting
import Testing

/// Tokens, time, and several servers.
extension ArchiveSpecs {
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

    @Test func `of two who resume at once, whose answers come in the wrong order, the later one has the session`() {
        session.set("name", to: "Ada")
        save()
        store.holdNextAnswer()
        session.resumeElsewhere()
        #expect(!session.isResumed)
        session.resume()
        #expect(session.isResumed)
        store.release()
        session.loop.run()
        #expect(session.formerCloseCode == .takenOver)
        #expect(session.closeCode == nil)

        session.set("name", to: "Bob")
        save()
        session.resumeElsewhere()
        #expect(session["name"] == "Bob")
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
}
