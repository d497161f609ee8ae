import Pantograph
import Synchronization

/// What was logged.
final class Log: Sendable {
    private let events = Mutex<[LogEvent]>([])

    var names: [String] { events.withLock { $0.map(\.name) } }
    /// Every word of it.
    var text: String { events.withLock { "\($0)" } }

    func write(_ event: LogEvent) {
        events.withLock { $0.append(event) }
    }
}
