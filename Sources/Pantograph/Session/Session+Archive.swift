extension Session {
    /// What a session knows of its copy in the archive.
    struct Archived {
        /// The last event whose effect would survive a crash.
        var event = 0
        /// Whether the client has not been told `event`.
        var isOwed = false
        /// Whether the token must not be given out yet.
        var awaitsToken = false
        /// Whether something has changed since the last checkpoint.
        var isBehind = false
        /// How many checkpoints there were.
        var revision = 0
    }

    /// How long a client waits for its token when the store does not answer.
    private static let tokenPatience = Duration.seconds(1)

    /// Something that the archive should know has changed.
    func noteChange() {
        guard let saver, !archived.isBehind, !isOver else { return }
        archived.isBehind = true
        saver.note(self)
        if isLeaving { leaveServer() }
    }

    /// The state for the archive; nil while an action or reaction runs, because what it has done so far and the number
    /// of its event do not make one piece, and after the end.
    func checkpoint(using frame: inout FrameBuffer) -> SessionArchive.Checkpoint? {
        archived.isBehind = false
        guard !isOver, work.isIdle, let keys = lobby.registry.keys(of: self) else { return nil }
        archived.revision += 1
        frame.clear()
        Snapshot(
            screen: screen, locale: locale, lastEvent: lastEvent, effects: effects, unfinished: work.fieldsWithLatest
        ).write(to: &frame)
        return SessionArchive.Checkpoint(
            session: self, keys: keys, revision: archived.revision, snapshot: Array(frame.payload), event: lastEvent,
            end: keptUntil ?? loop.now.advanced(by: lobby.configuration.keep + lobby.configuration.refreshInterval))
    }

    /// Saves the state without delay, if it is in one piece.
    func archiveNow() {
        guard let saver else { return }
        var frame = FrameBuffer()
        if let checkpoint = checkpoint(using: &frame) {
            saver.write(checkpoint)
        } else if !work.isIdle {
            noteChange()
        }
    }

    /// A piece of work has run. Its end is saved without delay: what the person does next rests on it.
    func noteWork() {
        guard work.hasEnded, !isInEvent else { return noteChange() }
        work.hasEnded = false
        if work.isIdle { archiveNow() }
        goOnWithReplay()
    }

    /// Has the token saved before the client gets it, unless the store does not answer.
    func archiveToken() {
        guard let saver else { return }
        var frame = FrameBuffer()
        if saver.isAway { return noteChange() }
        archived.awaitsToken = true
        if let checkpoint = checkpoint(using: &frame) { saver.write(checkpoint) } else { noteChange() }
        giveTokenLater()
    }

    /// Of a store that is silent; one that fails, as it does while it restarts, is waited for as long as that may take.
    private func giveTokenLater() {
        _ = loop.schedule(at: loop.now.advanced(by: Self.tokenPatience)) { [weak self] in
            self?.assumeIsolated { session in
                guard let saver = session.saver, session.archived.awaitsToken else { return }
                if saver.isFailing, !saver.isAway { session.giveTokenLater() } else { session.giveToken() }
            }
        }
    }

    private func giveToken() {
        guard archived.awaitsToken else { return }
        archived.awaitsToken = false
        touch()
    }

    func wasWritten(_ checkpoint: SessionArchive.Checkpoint, _ isSaved: Bool) {
        giveToken()
        guard isSaved else { return askWhoseItIs() }
        if checkpoint.event > archived.event {
            archived.event = checkpoint.event
            archived.isOwed = true
        }
        if isLeaving { leaveServer() }
    }

    func wasNotWritten() {
        noteChange()
        if isLeaving { peer?.close(.goingAway) }
    }

    /// Makes a frame for `saved` if none has taken it along.
    func tellSaved() {
        if archived.isOwed { touch() }
    }

    /// A newer claim has written. Of another server, or of this one, only not here yet?
    private func askWhoseItIs() {
        _ = start { Task.immediate(executorPreference: loop) { await self.askArchive() } }
    }

    private func askArchive() async {
        guard let archive = lobby.archive, (try? await archive.owns(id)) == false else { return noteChange() }
        wasClaimedElsewhere()
    }

    /// The session lives on another server now.
    func wasClaimedElsewhere() {
        guard !isOver else { return }
        lobby.registry.remove(self)
        let peer = peer
        end()
        peer?.close(.takenOver)
    }

    func removeFromArchive() {
        guard let archive = lobby.archive, let claims = lobby.registry.keys(of: self)?.claims else { return }
        let end = loop.now.advanced(by: lobby.configuration.keep)
        _ = Task.immediate(executorPreference: loop) { [id, log = lobby.log] in
            do {
                try await archive.remove(id, claims: claims, until: end)
            } catch {
                log(LogEvent(.warning, "session not removed", ("error", .text(String(describing: error)))))
            }
        }
    }

    /// Starts anew what the session had under way where it lived before.
    func goOnWithUnfinishedWork() {
        let names = unfinished
        unfinished = []
        for name in names {
            if let field = screen.bindings.field(name) { runLatest(field) }
        }
    }

    /// The server stops: closes the connection once all that it was told is saved. Called again until then.
    func leaveServer() {
        isLeaving = true
        guard let peer else { return }
        // A store that does not answer is not waited for.
        guard let saver, !saver.isFailing, !work.isIdle || archived.isBehind else { return peer.close(.goingAway) }
        if work.isIdle { archiveNow() }
    }
}
