import Pantograph

extension Gathered<LogEvent> {
    var names: [String] { all.map(\.name) }
    /// Every word of it.
    var text: String { "\(all)" }
}
