import Pantograph
import Synchronization

/// What was logged, from whatever thread.
final class Events: Sendable {
    private let events = Mutex<[LogEvent]>([])

    var all: [LogEvent] { events.withLock { $0 } }

    func append(_ event: LogEvent) {
        events.withLock { $0.append(event) }
    }
}
