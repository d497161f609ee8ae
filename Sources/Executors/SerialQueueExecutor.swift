import Dispatch

/// Runs an actor's jobs one after the other on a dispatch queue of its own.
///
/// For actors whose calls block, on a disk or a socket: a default actor would run them on the event loop, because that
/// is the task executor that sessions' tasks prefer. A queue takes a thread only while it has work.
///
/// ```swift
/// actor Archive {
///     private let executor = SerialQueueExecutor("archive")
///     nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
/// }
/// ```
public final class SerialQueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// `name` is what a debugger shows.
    public init(_ name: String) {
        queue = DispatchQueue(label: name)
    }

    /// From any thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs `body` after what waits there already, in the isolation of the actor: `assumeIsolated` holds within. For
    /// work that belongs to no task. From any thread.
    public func async(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }

    /// Traps off the queue.
    public func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
