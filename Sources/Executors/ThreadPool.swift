import Foundation
import Synchronization

/// A few threads for what takes long, with a bounded queue before them.
///
/// For computations they have a low priority, which is what keeps the event loops quick where there are no more cores
/// than threads: the system takes the core away from these threads as soon as a loop has something to do.
public final class ThreadPool: Sendable {
    /// So many wait already that another one is not taken.
    public struct Full: Error {}

    private let queue: JobQueue

    /// Threads end with the pool. `limit` is how many jobs may wait, those that run apart. `niceness` is from 0, as the
    /// process, to 19, the lowest priority.
    public init(_ name: String, threads: Int, limit: Int, niceness: Int32) {
        let queue = JobQueue(limit: limit)
        self.queue = queue
        for _ in 0..<threads {
            let thread = Thread {
                // Of the calling thread; Linux keeps a niceness for each.
                if niceness > 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
                while let job = queue.next() { job.run() }
            }
            thread.name = name
            thread.start()
        }
    }

    deinit {
        queue.close()
    }

    /// Runs `body` on one of the threads, in the order of the calls. Throws `Full`, `CancellationError` as soon as the
    /// caller is cancelled, and what `body` throws.
    public func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        let caller = Caller<Result>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                caller.wait(continuation)
                let job = JobQueue.Job(isWanted: { caller.isWaiting }) {
                    // Nobody may wait any more: that is the time saved.
                    if caller.isWaiting { caller.resume(with: Swift.Result { try body() }) }
                }
                let isTaken = queue.add(job)
                if !isTaken { caller.resume(with: .failure(Full())) }
            }
        } onCancel: {
            caller.resume(with: .failure(CancellationError()))
        }
    }
}
