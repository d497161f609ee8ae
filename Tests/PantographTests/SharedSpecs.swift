import Observation
import Pantograph
import PantographTesting
import Testing

/// Values that sessions share, in one server and between servers with one store.
@Suite struct SharedSpecs {
    private let loop = TestLoop()
    private let store: FragileStore

    init() {
        let loop = loop
        store = FragileStore(now: { loop.now })
    }

    private func total() -> Shared<Int> {
        Shared("total", 0, in: store, now: { [loop] in loop.now })
    }

    private func open(_ total: Shared<Int>, on loop: TestLoop? = nil) -> TestSession {
        TestSession(
            [Route(Together.self) { _ in Together(total) }], open: "together", on: loop ?? self.loop, store: store)
    }

    @Test func `everybody sees what anybody changes`() {
        let total = total()
        let (first, second) = (open(total), open(total))
        first.tap("add")

        #expect(first["total"] == 1)
        #expect(second["total"] == 1)
        #expect(second.frames.count == 2)
    }

    @Test func `every change counts, from however many servers at once`() {
        let (here, there) = (open(total()), open(total(), on: TestLoop(besides: loop)))
        for _ in 0..<50 {
            here.burst { for _ in 0..<3 { here.tap("add") } }
            there.tap("add")
        }
        here.loop.run()

        #expect(here["total"] == 200)
        #expect(there["total"] == 200)
    }

    @Test func `whoever comes late sees the present value, on a new server too`() async throws {
        open(total()).tap("add")
        let late = total()
        try await late.load()

        #expect(open(late)["total"] == 1)
    }

    @Test func `an event that runs again after a crash changes nothing twice`() {
        let total = total()
        let session = open(total)
        store.refuseSessions(true)
        session.tap("add")
        store.refuseSessions(false)
        session.resumeElsewhere()
        #expect(session.ack == 0)
        session.send(["tap": "add", "n": 1])
        #expect(session["total"] == 1)

        session.tap("add")
        session.tap("add")
        #expect(session["total"] == 3)
    }

    @Test func `who has gone to another screen or has gone away is not told`() {
        let total = total()
        let (first, second) = (open(total), open(total))
        second.tap("go")
        let frames = second.frames.count
        first.tap("add")
        #expect(second.frames.count == frames)

        first.disconnect()
        open(total).tap("add")
        first.resume()
        #expect(first["total"] == 2)
    }

    @Test func `a change that the store does not take is an error, and the next one counts`() {
        let session = open(total())
        session.advance(by: .seconds(1))
        store.setAway(true)
        session.tap("add")
        #expect(session.errors.map { $0["code"] } == ["failed"])

        store.setAway(false)
        session.tap("add")
        #expect(session["total"] == 1)
    }

    @Test func `a store that has lost the value, or has an older one, gets back what is known`() {
        let session = open(total())
        for _ in 0..<3 { session.tap("add") }
        let older = store.memory.read("shared:total")
        session.tap("add")
        store.memory.setAside("shared:total")
        session.tap("add")
        #expect(session["total"] == 5)

        store.memory.setAside("shared:total")
        let end = loop.now.advanced(by: .seconds(60))
        let change = RecordChange(
            of: "shared:total", if: .atMost(0), to: older?.value ?? [], version: older?.version ?? 1, until: end)
        #expect(store.memory.commit([[change]]) == [true])
        session.tap("add")
        #expect(session["total"] == 6)
        #expect(open(total())["total"] == 0)
    }

    @Test func `a value that cannot be read is an error, not a loop`() {
        let end = loop.now.advanced(by: .seconds(60))
        let change = RecordChange(of: "shared:total", if: .atMost(9), to: [0x7a], version: 9, until: end)
        #expect(store.memory.commit([[change]]) == [true])
        let session = open(total())
        session.tap("add")

        #expect(session.errors.map { $0["code"] } == ["failed"])
    }

    @Test func `wide screens see it too`() {
        let total = total()
        let wide = TestSession([Route(Wide.self) { _ in Wide(total) }], open: "wide", on: loop)
        open(total).tap("add")

        #expect(wide["total"] == 1)
    }
}

private final class Together: Screen {
    let total: Shared<Int>

    init(_ total: Shared<Int>) { self.total = total }

    static let bindings = Bindings<Together> {
        Output("total", shared: \.total)
        Action("add", whileRunning: .queue) { _ = try await $0.total.update { $0 + 1 } }
        Action("go") { _ in .go(Other(from: "together")) }
    }
}

@Observable private final class Wide: Screen {
    let total: Shared<Int>

    init(_ total: Shared<Int>) { self.total = total }

    static let bindings = Bindings<Wide>.observed {
        Output("total", shared: \.total)
    }
}
