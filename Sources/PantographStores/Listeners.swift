import Pantograph
import Synchronization

/// Whom to tell of notices. From any thread.
final class Listeners: Sendable {
    private let bodies = Mutex<[@Sendable (Notice) -> Void]>([])

    func add(_ body: @escaping @Sendable (Notice) -> Void) {
        bodies.withLock { $0.append(body) }
    }

    func tell(_ notice: Notice) {
        // Not under the lock: a listener may add another.
        for body in bodies.withLock({ $0 }) { body(notice) }
    }
}
