/// What a session has under way for its present screen: tasks, queued taps and the next tick.
struct Work {
    private struct Run {
        let trigger: Trigger
        var task: Task<Void, Never>?
    }

    private var runs: [Int: Run] = [:]
    /// Whether a run has ended since this was last asked.
    var hasEnded = false
    private var lastRun = 0
    private var latest: [Int: (run: Int, task: Task<Void, Never>?)] = [:]
    private var queued: [(trigger: Trigger, number: Int)] = []
    private(set) var tick: (time: Instant, timer: TimerQueue.ID)?

    func isRunning(_ trigger: Trigger) -> Bool {
        !runs.isEmpty && runs.values.contains { $0.trigger == trigger }
    }

    /// Notes a run before its task starts, because the task may end before it is known.
    mutating func begin(_ trigger: Trigger) -> Int {
        lastRun += 1
        runs[lastRun] = Run(trigger: trigger)
        return lastRun
    }

    mutating func setTask(_ task: Task<Void, Never>, of run: Int) {
        runs[run]?.task = task
    }

    /// Notes the end of a run and takes the next queued tap of its trigger.
    mutating func end(_ run: Int) -> (trigger: Trigger, number: Int)? {
        hasEnded = true
        guard let trigger = runs.removeValue(forKey: run)?.trigger,
            let index = queued.firstIndex(where: { $0.trigger == trigger })
        else { return nil }
        return queued.remove(at: index)
    }

    mutating func queue(_ trigger: Trigger, _ number: Int) {
        queued.append((trigger, number))
    }

    mutating func cancel(_ trigger: Trigger) {
        for (id, run) in runs where run.trigger == trigger {
            run.task?.cancel()
            runs[id] = nil
        }
    }

    mutating func beginLatest(of field: Int) -> Int {
        latest.removeValue(forKey: field)?.task?.cancel()
        lastRun += 1
        latest[field] = (lastRun, nil)
        return lastRun
    }

    mutating func setLatest(_ task: Task<Void, Never>, of field: Int, _ run: Int) {
        if latest[field]?.run == run { latest[field]?.task = task }
    }

    mutating func endLatest(of field: Int, _ run: Int) {
        if latest[field]?.run == run { latest[field] = nil }
    }

    /// Whether no action or reaction runs or waits for its turn.
    var isIdle: Bool { runs.isEmpty && queued.isEmpty }

    /// The fields whose `latest` work is under way.
    var fieldsWithLatest: [Int] { latest.keys.sorted() }

    mutating func setTick(_ tick: (time: Instant, timer: TimerQueue.ID)?) {
        self.tick = tick
    }

    mutating func cancelTick(on loop: any SessionLoop) {
        if let tick { loop.cancel(tick.timer) }
        tick = nil
    }

    /// The screen goes.
    mutating func cancelAll(on loop: any SessionLoop) {
        cancelTick(on: loop)
        for run in runs.values { run.task?.cancel() }
        for work in latest.values { work.task?.cancel() }
        let lastRun = lastRun
        self = Work()
        self.lastRun = lastRun
    }
}
