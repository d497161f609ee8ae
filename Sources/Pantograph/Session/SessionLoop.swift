/// What sessions need of the event loop that they live on: one thread that runs their code in turns.
///
/// It is the task executor of what sessions start: code that names no executor of its own, default actors included,
/// runs on the loop too, and comes back from its waits without a detour over the global pool. Code that computes for
/// long must leave it, by `withTaskExecutorPreference(globalConcurrentExecutor)`.
public protocol SessionLoop: TaskExecutor {
    /// The present moment; within a turn it stands still. From any thread.
    var now: Instant { get }

    /// Whether the caller runs on this loop. From any thread.
    var isCurrent: Bool { get }

    /// Queues a piece of a task of `session`; after it has run the session is touched. From any thread.
    func enqueue(_ job: UnownedJob, of session: Session)

    /// Runs `body` on the loop soon. From any thread.
    func execute(_ body: @escaping @Sendable () -> Void)

    /// Makes `session` look for changes once at the end of this turn. On the loop only.
    func touch(_ session: Session)

    /// Makes `session` look for changes at the end of the next turn. On the loop only.
    func postpone(_ session: Session)

    /// Runs `body` at the beginning of the first turn at or after `time`. On the loop only.
    func schedule(at time: Instant, _ body: @escaping @Sendable () -> Void) -> TimerQueue.ID

    /// Forgets a timer that has not run. On the loop only.
    func cancel(_ timer: TimerQueue.ID)

    /// Lends the loop's frame buffer, empty. On the loop only.
    func withFrameBuffer(_ body: (inout FrameBuffer) -> Void)
}
