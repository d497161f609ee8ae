import Pantograph
import PantographTesting
import Testing

final class Search: Screen {
    var query = ""
    private(set) var found: [String] = []
    let clock: SessionClock

    init(clock: SessionClock) { self.clock = clock }

    func results() async throws -> [String] {
        try await clock.sleep(for: .seconds(1))
        return ["\(query) one", "\(query) two"]
    }

    static let bindings = Bindings<Search> {
        Field("query", \.query)
            .latest(after: .milliseconds(300)) {
                try await $0.results()
            } apply: {
                $0.found = $1
            }
        Output("found", \.found)
    }
}

@Suite struct SearchSpecs {
    @Test func `results come 300 ms and a second after the last keystroke`() {
        let session = TestSession { Search(clock: $0.clock) }

        session.type("swift", into: "query")
        session.advance(by: .milliseconds(1_299))
        #expect(session["found"] == .list([]))

        session.advance(by: .milliseconds(1))
        #expect(session["found"] == ["swift one", "swift two"])
    }
}
