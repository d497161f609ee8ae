import Pantograph
import PantographTesting
import Testing

/// Sessions that outlive their server, in virtual time.
@Suite struct ArchiveSpecs {
    private let store: MemoryStore
    private let session: TestSession

    init() {
        let loop = TestLoop()
        store = MemoryStore(now: { loop.now })
        session = TestSession([Route(Sample.self) { Sample($0) }], open: "sample", on: loop, store: store)
    }

    @Test func `what was saved is there after a crash, and counts once`() {
        session.set("name", to: "Ada")
        session.set("age", to: 36)
        session.advance(by: .seconds(1))
        #expect(session.saved == 2)

        session.resumeElsewhere()
        #expect(session.isResumed)
        #expect(session.ack == 2)
        #expect(session["name"] == "Ada")
        #expect(session["age"] == 36)

        session.send(["set": ["name": "Bob"], "n": 2])
        #expect(session["name"] == "Ada")
    }

    @Test func `saved follows within a second and never comes before`() {
        for index in 1...20 {
            session.set("age", to: .integer(index))
            #expect(session.saved < session.ack)
            session.advance(by: .milliseconds(100))
            #expect(session.ack - session.saved <= 10)
        }
        session.advance(by: .seconds(1))
        #expect(session.saved == session.ack)
    }
}
