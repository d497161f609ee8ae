import Synchronization

/// Brings the sessions of one loop to the archive: several changes of a session are one write, several sessions one
/// commit, and nothing waits for it.
///
/// Confined to its loop. While the store is slow or away, sessions gather here (each once) and are written when it is
/// back; what they are then counts.
final class Saver: @unchecked Sendable {  // confined to its loop
    private let archive: SessionArchive
    private let loop: any SessionLoop
    private unowned let lobby: Lobby  // owns its savers
    /// Sessions with changes, the oldest first.
    private var changed: [Session] = []
    /// Ready at once, because somebody waits for a token.
    private var urgent: [SessionArchive.Checkpoint] = []
    private var isWriting = false
    private var timer: TimerQueue.ID?
    private var isRefreshing = false
    /// How often in a row the store has failed.
    private var failures = 0
    /// Since when the store has been asked to write, in vain if there were failures.
    private var writeStart: Instant?
    private var frame = FrameBuffer()
    private var whenDone: [@Sendable () -> Void] = []

    /// How long changes gather. With the commit and the wait for a frame to ride along on, `saved` stays within the
    /// second of protocol section 3.
    private static let delay = Duration.milliseconds(300)
    private static let rideDelay = Duration.milliseconds(200)
    /// So many snapshots at a time keep a turn of the loop under a millisecond.
    private static let batch = 128
    /// A store that needs longer than this counts as away.
    private static let patience = Duration.seconds(1)
    private static let shortestPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(5)
    /// A store that has failed for less time is probably just restarting: it is asked often, and tokens wait for it.
    private static let restartTime = Duration.seconds(5)
    private static let restartPause = Duration.milliseconds(200)

    init(_ archive: SessionArchive, on loop: any SessionLoop, lobby: Lobby) {
        self.archive = archive
        self.loop = loop
        self.lobby = lobby
    }

    /// Whether the last write has failed.
    var isFailing: Bool { failures > 0 }

    /// Whether the store has not answered as it should for so long that nobody should wait for it.
    var isAway: Bool { waitingTime >= (failures == 0 ? Self.patience : Self.restartTime) }

    /// How long the store has been asked to write, in vain.
    private var waitingTime: Duration { writeStart.map { $0.duration(to: loop.now) } ?? .zero }

    /// Writes a session that has changed within the next half second.
    func note(_ session: Session) {
        changed.append(session)
        if !isRefreshing { refreshLater() }
        if timer == nil, !isWriting { wait(Self.delay) }
    }

    /// Writes a session now; later if the store is away.
    func write(_ checkpoint: SessionArchive.Checkpoint) {
        if !isRefreshing { refreshLater() }
        guard failures == 0 else { return checkpoint.session.assumeIsolated { $0.noteChange() } }
        urgent.append(checkpoint)
        if !isWriting { begin() }
    }

    /// Writes everything that has changed now, and calls `body` when it is done or the store fails.
    func finish(_ body: @escaping @Sendable () -> Void) {
        whenDone.append(body)
        if !isWriting { begin() }
    }

    /// Lets the archive know of those who are connected and do nothing.
    private func refreshLater() {
        isRefreshing = true
        _ = loop.schedule(at: loop.now.advanced(by: lobby.configuration.refreshInterval)) { [weak self] in
            self?.refresh()
        }
    }

    private func refresh() {
        isRefreshing = false
        if noteAll() { refreshLater() }
    }

    /// False if no session lives here.
    @discardableResult
    private func noteAll() -> Bool {
        let sessions = lobby.registry.all.filter { $0.loop === loop }
        for session in sessions { session.assumeIsolated { $0.noteChange() } }
        return !sessions.isEmpty
    }

    private func wait(_ pause: Duration) {
        if let timer { loop.cancel(timer) }
        timer = loop.schedule(at: loop.now.advanced(by: pause)) { [self] in
            timer = nil
            if !isWriting { begin() }
        }
    }

    private func begin() {
        if let timer { loop.cancel(timer) }
        timer = nil
        isWriting = true
        _ = Task.immediate(executorPreference: loop) { await self.write() }
    }

    private func write() async {
        // What changes meanwhile gathers for the next time.
        var due = changed[...]
        changed = []
        while case let batch = next(&due), !batch.isEmpty {
            writeStart = writeStart ?? loop.now
            do {
                noteSuccess(batch, try await archive.save(batch))
            } catch {
                changed = due + changed
                noteFailure(batch, error)
                break
            }
        }
        isWriting = false
        goOn()
    }

    /// Lets `saved` ride along with a frame that flows anyway, or else go out alone.
    private func tellLater(_ batch: [SessionArchive.Checkpoint]) {
        _ = loop.schedule(at: loop.now.advanced(by: Self.rideDelay)) {
            for checkpoint in batch { checkpoint.session.assumeIsolated { $0.tellSaved() } }
        }
    }

    private func next(_ due: inout ArraySlice<Session>) -> [SessionArchive.Checkpoint] {
        var batch = urgent
        urgent = []
        while batch.count < Self.batch, let session = due.popFirst() {
            if let checkpoint = session.assumeIsolated({ $0.checkpoint(using: &frame) }) { batch.append(checkpoint) }
        }
        return batch
    }

    private func goOn() {
        if failures > 0 {
            // The server stops, and this was the last attempt.
            if !whenDone.isEmpty, !changed.isEmpty {
                lobby.log(LogEvent(.error, "sessions not saved", ("sessions", .integer(changed.count))))
            }
            tellWhoeverWaits()
            let longest = waitingTime < Self.restartTime ? Self.restartPause : Self.longestPause
            wait(min(Self.shortestPause * (1 << min(failures - 1, 8)), longest))
        } else if !urgent.isEmpty || (!whenDone.isEmpty && !changed.isEmpty) {
            begin()
        } else {
            tellWhoeverWaits()
            if !changed.isEmpty { wait(Self.delay) }
        }
    }

    private func tellWhoeverWaits() {
        let bodies = whenDone
        whenDone = []
        for body in bodies { body() }
    }

    private func noteSuccess(_ batch: [SessionArchive.Checkpoint], _ results: [Bool]) {
        if failures > 0 {
            if lobby.behind.subtract(1, ordering: .relaxed).newValue == 0 {
                lobby.log(LogEvent(.info, "session store is back"))
            }
            failures = 0
            // It may have forgotten what it had.
            noteAll()
        }
        writeStart = nil
        for (checkpoint, isSaved) in zip(batch, results) {
            checkpoint.session.assumeIsolated { $0.wasWritten(checkpoint, isSaved) }
        }
        tellLater(batch)
    }

    private func noteFailure(_ batch: [SessionArchive.Checkpoint], _ error: any Error) {
        failures += 1
        for checkpoint in batch { checkpoint.session.assumeIsolated { $0.wasNotWritten() } }
        guard failures == 1 else { return }
        // Once, not once a loop.
        guard lobby.behind.add(1, ordering: .relaxed).newValue == 1 else { return }
        lobby.log(LogEvent(.error, "session store failed", ("error", .text(String(describing: error)))))
    }
}
