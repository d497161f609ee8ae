import Pantograph
import Synchronization

/// A loop whose only use is its clock: view models by plain calls need the time and nothing else of it.
final class TestLoop: SessionLoop {
    private let time = Mutex(Instant(sinceEpoch: .seconds(1_000_000)))

    var now: Instant { time.withLock { $0 } }
    var isCurrent: Bool { true }

    func advance(by duration: Duration) {
        time.withLock { $0 = $0.advanced(by: duration) }
    }

    func enqueue(_ job: UnownedJob, of session: Session) { preconditionFailure("no session runs in these tests") }
    func execute(_ body: @escaping @Sendable () -> Void) { preconditionFailure("no session runs in these tests") }
    func touch(_ session: Session) { preconditionFailure("no session runs in these tests") }
    func schedule(at time: Instant, _ body: @escaping @Sendable () -> Void) -> TimerQueue.ID {
        preconditionFailure("no session runs in these tests")
    }
    func cancel(_ timer: TimerQueue.ID) { preconditionFailure("no session runs in these tests") }
    func withFrameBuffer(_ body: (inout FrameBuffer) -> Void) { preconditionFailure("no session runs in these tests") }
}
