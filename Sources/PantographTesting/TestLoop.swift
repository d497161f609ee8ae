import Glibc
public import Pantograph
import Synchronization

/// An event loop under the test's control: nothing runs until it is told to, and time moves only when told to.
///
/// Runs on the thread of the test that calls it. `@unchecked Sendable`: what other threads add is guarded by a lock;
/// everything else is used by one test, which must not call it from two tasks at once.
public final class TestLoop: SessionLoop, @unchecked Sendable {  // used by one test
    private enum Job {
        case body(@Sendable () -> Void)
        case session(UnownedJob, Session)
        case task(UnownedJob)
    }

    private struct Inbox {
        var jobs: [Job] = []
        var arrival: CheckedContinuation<Void, Never>?
    }

    private let inbox = Mutex(Inbox())
    /// The thread that drives this loop just now; 0 while nobody does.
    private let thread = Atomic<UInt>(0)
    private let time: Time
    private var timers = TimerQueue()
    private var touched: [Session] = []
    private var frame = FrameBuffer()

    private final class Time: Sendable {
        let now: Mutex<Instant>

        init(_ start: Instant) { now = Mutex(start) }
    }

    /// Begins at `start`.
    public init(start: Instant = Instant(sinceEpoch: .seconds(1_000_000_000))) {
        time = Time(start)
    }

    /// The loop of another server, on the clock of `other`.
    public init(besides other: TestLoop) {
        time = other.time
    }

    /// The clock to give to services of the test.
    public var clock: SessionClock { SessionClock(self) }

    /// How many timers are set: pending sleeps, ticks and expiries.
    public var hasTimers: Bool { timers.next != nil }

    // MARK: Driving

    /// Runs `body` and all that follows from it, as one turn does, until nothing is left to run now.
    public func run(_ body: () -> Void = {}) {
        let before = thread.exchange(UInt(pthread_self()), ordering: .sequentiallyConsistent)
        precondition(before == 0, "the test loop is driven from its own work, or by two tests")
        body()
        runToIdle()
        thread.store(0, ordering: .sequentiallyConsistent)
    }

    /// Lets time pass: jumps from timer to timer and runs to idle at each.
    public func advance(by duration: Duration) {
        run()
        let end = now.advanced(by: duration)
        while let next = timers.next, next <= end {
            time.now.withLock { $0 = max($0, next) }
            run()
        }
        time.now.withLock { $0 = end }
        run()
    }

    /// Runs until `condition` holds, waiting for work of other executors that comes back to this loop.
    public func run(until condition: () -> Bool) async {
        run()
        while !condition() {
            await withCheckedContinuation { continuation in
                let isThere = inbox.withLock { inbox in
                    guard inbox.jobs.isEmpty else { return true }
                    inbox.arrival = continuation
                    return false
                }
                if isThere { continuation.resume() }
            }
            run()
        }
    }

    private func runToIdle() {
        while true {
            while let body = timers.popDue(at: now) { body() }
            let jobs = inbox.withLock { inbox in
                defer { inbox.jobs = [] }
                return inbox.jobs
            }
            for job in jobs {
                switch job {
                case .body(let body):
                    body()
                case .session(let job, let session):
                    session.run(job)
                    session.assumeIsolated { $0.touch() }
                case .task(let job):
                    job.runSynchronously(on: asUnownedTaskExecutor())
                }
            }
            let sessions = touched
            touched = []
            for session in sessions { session.assumeIsolated { $0.flush() } }
            if jobs.isEmpty, sessions.isEmpty { return }
        }
    }

    // MARK: SessionLoop

    /// Virtual time.
    public var now: Instant { time.now.withLock { $0 } }

    /// Whether the calling thread drives this loop just now.
    public var isCurrent: Bool { thread.load(ordering: .sequentiallyConsistent) == UInt(pthread_self()) }

    /// Runs with the next `run`.
    public func enqueue(_ job: UnownedJob, of session: Session) { add(.session(job, session)) }

    /// Runs with the next `run`.
    public func enqueue(_ job: consuming ExecutorJob) { add(.task(UnownedJob(job))) }

    /// Runs with the next `run`.
    public func execute(_ body: @escaping @Sendable () -> Void) { add(.body(body)) }

    private func add(_ job: Job) {
        let arrival = inbox.withLock { inbox in
            inbox.jobs.append(job)
            defer { inbox.arrival = nil }
            return inbox.arrival
        }
        arrival?.resume()
    }

    /// Flushed within the same `run`.
    public func touch(_ session: Session) { touched.append(session) }

    /// Not called: a test's connection hands over whole bursts.
    public func postpone(_ session: Session) { touch(session) }

    /// Runs when `advance` reaches its time.
    public func schedule(at time: Instant, _ body: @escaping @Sendable () -> Void) -> TimerQueue.ID {
        timers.insert(at: time, body)
    }

    /// Forgets a timer.
    public func cancel(_ timer: TimerQueue.ID) { timers.cancel(timer) }

    /// Lends the one buffer.
    public func withFrameBuffer(_ body: (inout FrameBuffer) -> Void) {
        frame.clear()
        body(&frame)
    }
}
