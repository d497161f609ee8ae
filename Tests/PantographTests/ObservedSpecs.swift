import Observation
import Pantograph
import PantographTesting
import Testing

/// Screens that are read only where they have changed.
@Suite struct ObservedSpecs {
    @Observable
    final class Sheet: Screen {
        var cells = Array(repeating: 0, count: 100)
        var note = ""
        var total: Int { cells.reduce(0, +) }
        @ObservationIgnored var reads = 0

        func count() -> Int {
            reads += 1
            return note.count
        }

        func add(_ amount: Int) { cells[42] += amount }

        static let bindings = Bindings<Sheet>.observed {
            Field("note", \.note)
            Output("noteLength") { $0.count() }
            for index in 0..<100 { Output("cell\(index)") { $0.cells[index] } }
            Output("total", \.total)
            Action("add") { $0.add(5) }
            Action("rest") { _ in }
        }
    }

    private let session = TestSession { _ in Sheet() }

    @Test func `what has changed is sent, and what depends on it`() {
        session.tap("add")
        session.tap("add")

        #expect(
            session.frames.dropFirst() == [
                ["set": ["cell42": 5, "total": 5], "ack": 1], ["set": ["cell42": 10, "total": 10], "ack": 2],
            ])
    }

    @Test func `a field's change is noticed by the outputs that read it`() {
        session.set("note", to: "four")
        session.set("note", to: "seven!!")

        #expect(session["noteLength"] == 7)
    }

    @Test func `what has not changed is not read`() {
        let sheet = Sheet()
        Probe.sheet = sheet
        let session = TestSession { _ in Probe.sheet ?? Sheet() }
        let reads = sheet.reads
        for _ in 0..<5 { session.tap("rest") }

        #expect(sheet.reads == reads)
        #expect(session.ack == 5)
    }

    @Test func `a resume brings the whole state`() {
        session.tap("add")
        session.disconnect()
        session.resume()

        #expect(session.state.count == 103)
        #expect(session["cell42"] == 5)
    }

    private enum Probe {
        // Written and read by one test.
        nonisolated(unsafe) static var sheet: Sheet?
    }
}
