import Dispatch
import Synchronization

/// Jobs in the order in which they came, for threads that wait for them.
final class JobQueue: Sendable {
    typealias Job = @Sendable () -> Void

    private let limit: Int
    private let jobs = Mutex<[Job]>([])
    /// Counts the jobs, and one for the end.
    private let waiting = DispatchSemaphore(value: 0)

    init(limit: Int) {
        self.limit = limit
    }

    /// False if there are as many as may wait.
    func add(_ job: @escaping Job) -> Bool {
        let isTaken = jobs.withLock { jobs in
            guard jobs.count < limit else { return false }
            jobs.append(job)
            return true
        }
        if isTaken { waiting.signal() }
        return isTaken
    }

    /// Blocks until there is a job; nil after `close`, once all jobs are taken.
    func next() -> Job? {
        waiting.wait()
        let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        // The end is for every thread.
        if job == nil { waiting.signal() }
        return job
    }

    /// No job comes after this.
    func close() {
        waiting.signal()
    }
}
