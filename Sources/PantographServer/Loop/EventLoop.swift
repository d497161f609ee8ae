import CLibwebsockets
import Glibc
import Pantograph
import Synchronization

/// One thread that runs libuv and, on its loop, libwebsockets: the executor of the sessions that were opened on it.
///
/// A turn runs what has arrived, then the due timers, then lets each touched session send one frame.
/// `@unchecked Sendable`: `inbox` and `thread` are guarded by a lock or atomic; everything else is confined to the thread.
final class EventLoop: SessionLoop, @unchecked Sendable {  // confined but for its inbox
    private enum Job {
        case body(@Sendable () -> Void)
        case session(UnownedJob, Session)
        case task(UnownedJob)
    }

    private struct Inbox {
        var jobs: [Job] = []
        var isOpen = true
    }

    private let inbox = Mutex(Inbox())
    private let thread = Atomic<UInt>(0)
    private let uv: LibuvHandles
    private let wakeUp = WakeUp()
    private var wakeUps: LibuvPoll?

    private var jobs: [Job] = []
    private var touched: [Session] = []
    private var postponed: [Session] = []
    private var timers = TimerQueue()
    private var armed: Instant?
    private var turnTime: Instant?
    private var frame = FrameBuffer(headroom: Int(pantograph_lws_pre))
    private var isRunning = true

    /// A turn takes at most so many rounds of work that its own work has made, so that connections are not starved.
    private static let roundLimit = 1000

    init() {
        uv = LibuvHandles()
        uv.onTimer = { [unowned self] in  // the handles live as long as this loop
            armed = nil
            turn()
        }
        uv.onCheck = { [unowned self] in turn() }
        // The turn comes with the check that follows.
        wakeUps = watch(wakeUp.descriptor) { [wakeUp] in wakeUp.take() }
    }

    /// The libuv loop, for libwebsockets.
    var foreignLoop: UnsafeMutableRawPointer { uv.loopPointer }

    /// Runs the loop on the calling thread until `stop`.
    func run() {
        thread.store(UInt(pthread_self()), ordering: .releasing)
        while isRunning { uv.runOnce() }
    }

    /// Closes the handles that are left, and takes no more work. After `run`, on its thread.
    func close() {
        inbox.withLock { inbox in
            inbox.isOpen = false
            inbox.jobs.removeAll()
        }
        wakeUps?.close()
        uv.close()
    }

    /// After `close`, and after libwebsockets has let the loop go.
    func free() {
        uv.free()
    }

    /// Lets `run` return after this turn. On the loop only.
    func stop() {
        isRunning = false
    }

    /// Calls `body` whenever the descriptor is readable. On the loop only, or before it runs.
    func watch(_ descriptor: Int32, _ body: @escaping () -> Void) -> LibuvPoll {
        LibuvPoll(descriptor, on: uv, body)
    }

    // MARK: SessionLoop

    var isCurrent: Bool { thread.load(ordering: .acquiring) == UInt(pthread_self()) }

    var now: Instant {
        guard isCurrent else { return SystemTime.now }
        if let turnTime { return turnTime }
        let time = SystemTime.now
        turnTime = time
        return time
    }

    func enqueue(_ job: UnownedJob, of session: Session) {
        add(.session(job, session))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        add(.task(UnownedJob(job)))
    }

    func execute(_ body: @escaping @Sendable () -> Void) {
        add(.body(body))
    }

    private func add(_ job: Job) {
        if isCurrent { return jobs.append(job) }
        let isFirst = inbox.withLock { inbox in
            guard inbox.isOpen else { return false }
            inbox.jobs.append(job)
            return inbox.jobs.count == 1
        }
        // Not with the lock in hand, for which the loop that wakes would wait.
        if isFirst { wakeUp.send() }
    }

    func touch(_ session: Session) {
        touched.append(session)
    }

    func postpone(_ session: Session) {
        postponed.append(session)
    }

    func schedule(at time: Instant, _ body: @escaping @Sendable () -> Void) -> TimerQueue.ID {
        timers.insert(at: time, body)
    }

    /// Runs `body` once, so much later. On the loop only.
    func schedule(after delay: Duration, _ body: @escaping () -> Void) {
        nonisolated(unsafe) let body = body  // stays on the loop
        _ = schedule(at: now.advanced(by: delay)) { body() }
    }

    func cancel(_ timer: TimerQueue.ID) {
        timers.cancel(timer)
    }

    func withFrameBuffer(_ body: (inout FrameBuffer) -> Void) {
        frame.clear()
        body(&frame)
    }

    // MARK: Turns

    private func turn() {
        touched.append(contentsOf: postponed)
        postponed.removeAll(keepingCapacity: true)
        var round = 0
        repeat {
            runTimers()
            runJobs()
            flush()
            round += 1
        } while !(jobs.isEmpty && touched.isEmpty) && round < Self.roundLimit
        // Work that this thread adds does not wake it.
        if !jobs.isEmpty || !touched.isEmpty || !postponed.isEmpty { wakeUp.send() }
        arm()
        turnTime = nil
    }

    private func runTimers() {
        while let body = timers.popDue(at: now) { body() }
    }

    private func runJobs() {
        inbox.withLock { inbox in
            guard !inbox.jobs.isEmpty else { return }
            jobs.append(contentsOf: inbox.jobs)
            inbox.jobs.removeAll(keepingCapacity: true)
        }
        // What these jobs add waits for the next round. The array keeps its memory from turn to turn.
        let count = jobs.count
        for index in 0..<count { run(jobs[index]) }
        jobs.removeFirst(count)
    }

    private func run(_ job: Job) {
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

    /// Lets the sessions touched so far send their frames, if they are so many or more.
    func flush(above limit: Int) {
        if touched.count >= limit { flush() }
    }

    private func flush() {
        let count = touched.count
        for index in 0..<count {
            let session = touched[index]
            session.assumeIsolated { $0.flush() }
        }
        touched.removeFirst(count)
    }

    private func arm() {
        let next = timers.next
        guard next != armed else { return }
        armed = next
        uv.setTimer(next.map { now.duration(to: $0) })
    }
}
