public import Pantograph
import Synchronization

/// How often each kind of event was logged: what an operator watches beside the log. From any thread.
///
/// Events are named by the code that logs them, so that nothing of a person gets into a metric.
public final class EventCounts: Sendable {
    private struct Kind: Hashable {
        let level: String
        let name: String
    }

    private let counts = Mutex<[Kind: Int]>([:])

    /// All zero.
    public init() {}

    /// Counts an event, whether it is written or not.
    public func count(_ event: LogEvent) {
        counts.withLock { $0[Kind(level: event.level.rawValue, name: event.name), default: 0] += 1 }
    }

    /// Lines of the Prometheus text format.
    var text: String {
        let counts = counts.withLock { $0 }.sorted { ($0.key.name, $0.key.level) < ($1.key.name, $1.key.level) }
        return counts.map {
            "pantograph_events_total{level=\"\($0.key.level)\",event=\"\($0.key.name)\"} \($0.value)\n"
        }.joined()
    }
}
