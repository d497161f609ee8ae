/// One person's live screen. It outlives the connection, and runs on one event loop all its life.
///
/// The session is its own executor and hands its work to the loop, which looks at it after each piece; a connection
/// on the same loop calls it by `assumeIsolated`, without a hop.
public actor Session {
    nonisolated let id: RandomID
    let lobby: Lobby
    nonisolated let loop: any SessionLoop
    /// The language that the session was opened in.
    let locale: String
    var screen: LiveScreen
    var work = Work()
    var effects = EffectLog()
    var outbox = Outbox()
    /// The last event processed.
    var lastEvent = 0
    /// While an event is being processed, the state and `lastEvent` do not make one piece.
    var isInEvent = false

    private(set) var peer: (any Peer)?
    /// For each slot what the client shows: what it sent last, or what was sent to it last; nil if that is not known.
    /// Empty while nobody is connected.
    var known: [Value?] = []
    /// The number of the claim that the present connection came by, and whether a message has proved that it has the
    /// claim's token.
    private var claimNumber = 0
    private var isConfirmed = true
    private var expiry: TimerQueue.ID?
    /// When the session ends unless somebody comes back; nil while somebody is connected.
    private(set) var keptUntil: Instant?
    /// The fields whose `latest` work had not ended where the session lived before.
    var unfinished: [String] = []
    /// The highest effect that the client knows, where a crash has undone it.
    var seenElsewhere: Int?
    /// Set while a session made anew may get again what its client has sent before.
    var replay: Replay?
    /// Whether the server stops: nothing is heard any more, and the connection closes once everything is saved.
    var isLeaving = false
    private var isTouched = false
    /// Whether the peer was asked not to read.
    private var isPausing = false
    private(set) var isOver = false
    /// Nil if sessions end with the server.
    let saver: Saver?
    /// What the archive knows.
    var archived = Archived()
    /// While `start` makes a task, and the task's first job; read by `enqueue`, but on the loop's thread only.
    nonisolated(unsafe) private var isStarting = false  // on the loop only
    nonisolated(unsafe) private var started: UnownedJob?  // on the loop only

    init(_ route: Route, locale: String, lobby: Lobby, on loop: any SessionLoop) {
        id = RandomID()
        self.lobby = lobby
        self.loop = loop
        self.locale = locale
        saver = lobby.saver(on: loop)
        screen = mount(route.open(Visit(locale: locale, clock: SessionClock(loop))))
    }

    /// Makes a session anew; nil if the bytes are no snapshot, or no route can make its screen.
    init?(from snapshot: [UInt8], id: RandomID, lobby: Lobby, on loop: any SessionLoop) {
        guard let snapshot = Snapshot(snapshot.span), let route = lobby.routes[snapshot.screen],
            let screen = route.remake(
                Visit(locale: snapshot.locale, clock: SessionClock(loop)), KeptValues(snapshot.kept))
        else {
            lobby.log(LogEvent(.warning, "session cannot be restored"))
            return nil
        }
        self.id = id
        self.lobby = lobby
        self.loop = loop
        locale = snapshot.locale
        saver = lobby.saver(on: loop)
        self.screen = mount(screen)
        self.screen.restore(fields: snapshot.fields, kept: snapshot.kept)
        lastEvent = snapshot.lastEvent
        effects = snapshot.effects
        archived.event = snapshot.lastEvent
        unfinished = snapshot.unfinished
        replay = Replay(lacking: self.screen.bindings.secrets)
        if self.screen.bindings.fingerprint != snapshot.fingerprint {
            lobby.log(
                LogEvent(.info, "session of another version of its screen", ("screen", .text(snapshot.screen))))
        }
    }

    // MARK: Connections

    /// The conversation behind `peer` speaks for this session from now on; one before it is closed.
    func attach(_ peer: any Peer, by claim: SessionRegistry.Claim, resumed: Bool, seen: Int) {
        // Two claims from different loops may arrive in the wrong order; the later one counts.
        guard claim.number >= claimNumber else { return peer.close(.takenOver) }
        guard !isOver, !isLeaving else { return peer.close(.goingAway) }
        self.peer?.close(.takenOver)
        self.peer = peer
        claimNumber = claim.number
        isConfirmed = !resumed
        if let expiry { loop.cancel(expiry) }
        expiry = nil
        keptUntil = nil
        forgetWhatIsShown()
        outbox = Outbox()
        isPausing = false
        archived.isOwed = archived.event > 0
        for source in screen.sources { source.add(self) }
        goOnWithUnfinishedWork()
        if claim.isStored { noteChange() } else { archiveToken() }
        outbox.session = (claim.token, resumed)
        outbox.owesAck = resumed
        outbox.effects = effects.kept.filter { $0.id > seen }
        if seen > effects.lastID { seenElsewhere = seen }
        touch()
    }

    /// The connection is gone; somebody may come back by the token.
    func detach(from peer: any Peer) {
        guard self.peer === peer else { return }
        self.peer = nil
        for source in screen.sources { source.remove(self) }
        known = []
        outbox = Outbox()
        work.cancelTick(on: loop)
        startExpiry()
    }

    /// Nobody has come for a session that was claimed or made anew.
    func keepUnattended() {
        guard peer == nil, expiry == nil, !isOver else { return }
        startExpiry()
    }

    private func startExpiry() {
        let end = loop.now.advanced(by: lobby.configuration.keep)
        keptUntil = end
        expiry = loop.schedule(at: end) { [weak self] in
            self?.assumeIsolated { $0.expire() }
        }
        // A server that stops need not write the end of each: what the archive has lasts longer.
        if !isLeaving { noteChange() }
    }

    private func expire() {
        expiry = nil
        guard lobby.registry.expire(self, unlessClaimedAfter: claimNumber) else { return }
        end()
    }

    func end() {
        isOver = true
        work.cancelAll(on: loop)
        for source in screen.sources { source.remove(self) }
        peer = nil
    }

    // MARK: Messages

    /// Takes a message of the conversation behind `peer`; one that was taken over is not heard any more.
    func receive(_ message: Message, from peer: any Peer) {
        // What comes while the session leaves is not acknowledged; the client sends it again elsewhere.
        guard self.peer === peer, !isLeaving else { return }
        confirm()
        switch message {
        case .event(let event, let number):
            process(event, number: number)
        case .ping(let value):
            outbox.pongs.append(value)
        case .open, .resume:
            outbox.refusals.append(Refusal(code: .alreadyOpen, message: "this connection has a session"))
        case .leave:
            flush()
            removeFromArchive()
            lobby.registry.remove(self)
            end()
            return peer.close(.left)
        }
        touch()
    }

    /// Answers something that was no message.
    func refuse(_ refusal: Refusal, from peer: any Peer) {
        guard self.peer === peer else { return }
        confirm()
        outbox.refusals.append(refusal)
        touch()
    }

    private func confirm() {
        if isConfirmed { return }
        isConfirmed = true
        lobby.registry.confirm(self, claim: claimNumber)
        archiveNow()
    }

    // MARK: Frames

    /// Has the loop call `flush` at the end of this turn.
    public func touch() {
        if isTouched { return }
        isTouched = true
        loop.touch(self)
    }

    /// Sends what has changed since the last frame, in one frame. Called by the loop after a turn.
    public func flush() {
        guard let peer, !isOver, !archived.awaitsToken else {
            isTouched = false
            return
        }
        if peer.hasMoreToRead { return loop.postpone(self) }
        isTouched = false
        // Two frames only if there are several pings to answer.
        while peer.isWritable, sendFrame(to: peer), !outbox.pongs.isEmpty {}
        guard outbox.effects.count <= Outbox.effectLimit else { return peer.close(.notReading) }
        if outbox.isCongested != isPausing {
            isPausing.toggle()
            peer.pauseReading(isPausing)
        }
        if !screen.bindings.ticks.isEmpty || work.tick != nil { scheduleTick() }
    }

    /// False if there was nothing to send.
    private func sendFrame(to peer: any Peer) -> Bool {
        var isSent = false
        loop.withFrameBuffer { frame in
            writeFrame(to: &frame)
            guard !frame.isEmpty else { return }
            peer.send(&frame)
            isSent = true
        }
        return isSent
    }

    /// The client must be told every value.
    func forgetWhatIsShown() {
        known = Array(repeating: nil, count: screen.bindings.slots.count)
    }
}

extension Session: SerialExecutor {
    /// The session itself.
    nonisolated public var unownedExecutor: UnownedSerialExecutor { asUnownedSerialExecutor() }

    /// Hands a piece of a task of this session to the loop. From any thread.
    nonisolated public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if loop.isCurrent, isStarting {
            started = job
        } else {
            loop.enqueue(job, of: self)
        }
    }

    /// Runs the task that `make` makes at once to its first wait, so that an action that disables itself first is
    /// disabled for the next event of a burst.
    ///
    /// `Task.immediate` alone does not: a connection calls this session synchronously, outside of any task, so the
    /// runtime does not see that it is on the loop already, and hands the first job to `enqueue`.
    func start(_ make: () -> Task<Void, Never>) -> Task<Void, Never> {
        isStarting = true
        let task = make()
        isStarting = false
        if let job = started {
            started = nil
            run(job)
        }
        return task
    }

    /// Runs a piece of a task of this session. On the loop only.
    nonisolated public func run(_ job: UnownedJob) {
        job.runSynchronously(isolatedTo: unownedExecutor, taskExecutor: loop.asUnownedTaskExecutor())
        assumeIsolated { $0.noteWork() }
    }

    /// Whether the caller runs on the loop.
    nonisolated public func isIsolatingCurrentContext() -> Bool? { loop.isCurrent }

    /// Traps off the loop.
    nonisolated public func checkIsolated() {
        precondition(loop.isCurrent, "a session was called off its event loop")
    }
}

/// Opens the existential.
func mount(_ screen: some Screen) -> LiveScreen {
    LiveScreen(screen)
}
