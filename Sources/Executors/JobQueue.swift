import Dispatch
import Synchronization

/// Jobs in the order in which they came, for threads that wait for them.
final class JobQueue: Sendable {
    struct Job: Sendable {
        /// False once nobody waits for it any more: it gives its place to others.
        let isWanted: @Sendable () -> Bool
        let run: @Sendable () -> Void
    }

    private struct State {
        var jobs: [Job] = []
        var isOpen = true
    }

    private let limit: Int
    private let state = Mutex(State())
    /// Signalled for each job and for the end; more often than there are jobs, once some have given up.
    private let arrival = DispatchSemaphore(value: 0)

    init(limit: Int) {
        self.limit = limit
    }

    /// False if there are as many as may wait.
    func add(_ job: Job) -> Bool {
        let isTaken = state.withLock { state in
            if state.jobs.count >= limit { state.jobs.removeAll { !$0.isWanted() } }
            guard state.jobs.count < limit else { return false }
            state.jobs.append(job)
            return true
        }
        if isTaken { arrival.signal() }
        return isTaken
    }

    /// Blocks until there is a job; nil after `close`, once all jobs are taken.
    func next() -> Job? {
        while true {
            arrival.wait()
            let (job, isOpen) = state.withLock { ($0.jobs.isEmpty ? nil : $0.jobs.removeFirst(), $0.isOpen) }
            if let job { return job }
            guard isOpen else {
                // The end is for every thread.
                arrival.signal()
                return nil
            }
        }
    }

    /// No job comes after this.
    func close() {
        state.withLock { $0.isOpen = false }
        arrival.signal()
    }
}
