import Pantograph
import Synchronization

/// A time that passes when it is told to.
final class TestTime: Sendable {
    private let instant = Mutex(Instant(sinceEpoch: .seconds(1_800_000_000)))

    var now: Instant { instant.withLock { $0 } }

    func pass(_ duration: Duration) {
        instant.withLock { $0 = $0.advanced(by: duration) }
    }
}
