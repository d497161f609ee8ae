import CLibuv  // for eventfd(2), which the Glibc module lacks
import Glibc

/// What makes a loop turn that waits in its poll.
///
/// An eventfd and not libuv's `uv_async_send`: a loop that was woken by that spins until the sender has returned from it,
/// and a sender of low priority, whose core the loop has just taken, returns only when the system lets it run again.
final class WakeUp: Sendable {
    /// Readable once `send` was called.
    let descriptor: Int32

    init() {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        // Only when the process has no descriptors left to begin with.
        precondition(descriptor >= 0, "the system gives no eventfd")
    }

    deinit {
        close(descriptor)
    }

    /// From any thread, also after the loop has ended.
    func send() {
        eventfd_write(descriptor, 1)
    }

    /// Makes it unreadable again.
    func take() {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
    }
}
