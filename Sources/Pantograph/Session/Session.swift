/// One person's live screen. It outlives the connection, and runs on one event loop all its life.
///
/// The session is its own executor and hands its work to the loop, which looks at it after each piece; a connection
/// on the same loop calls it by `assumeIsolated`, without a hop.
public actor Session {
    let lobby: Lobby
    nonisolated let loop: any SessionLoop
    var screen: LiveScreen
    var work = Work()
    var effects = EffectLog()
    var outbox = Outbox()
    /// The last event processed.
    var lastEvent = 0

    private(set) var peer: (any Peer)?
    /// For each slot what the client shows: what it sent last, or what was sent to it last; nil if that is not known.
    /// Empty while nobody is connected.
    var known: [Value?] = []
    /// The number of the claim that the present connection came by, and whether a message has proved that it has the
    /// claim's token.
    private var claimNumber = 0
    private var isConfirmed = true
    private var expiry: TimerQueue.ID?
    private var isTouched = false
    /// Whether the peer was asked not to read.
    private var isPausing = false
    private var isOver = false
    /// While `start` makes a task, and the task's first job; read by `enqueue`, but on the loop's thread only.
    nonisolated(unsafe) private var isStarting = false  // on the loop only
    nonisolated(unsafe) private var started: UnownedJob?  // on the loop only

    init(_ route: Route, locale: String, lobby: Lobby, on loop: any SessionLoop) {
        self.lobby = lobby
        self.loop = loop
        screen = mount(route.open(Visit(locale: locale, clock: SessionClock(loop))))
    }

    // MARK: Connections

    /// The conversation behind `peer` speaks for this session from now on; one before it is closed.
    func attach(_ peer: any Peer, by claim: SessionRegistry.Claim, resumed: Bool, seen: Int) {
        // Two claims from different loops may arrive in the wrong order; the later one counts.
        guard claim.number >= claimNumber else { return peer.close(.takenOver) }
        guard !isOver else { return peer.close(.goingAway) }
        self.peer?.close(.takenOver)
        self.peer = peer
        claimNumber = claim.number
        isConfirmed = !resumed
        if let expiry { loop.cancel(expiry) }
        expiry = nil
        forgetWhatIsShown()
        outbox = Outbox()
        isPausing = false
        outbox.session = (claim.token, resumed)
        outbox.owesAck = resumed
        outbox.effects = effects.kept.filter { $0.id > seen }
        touch()
    }

    /// The connection is gone; somebody may come back by the token.
    func detach(from peer: any Peer) {
        guard self.peer === peer else { return }
        self.peer = nil
        known = []
        outbox = Outbox()
        work.cancelTick(on: loop)
        expiry = loop.schedule(at: loop.now.advanced(by: lobby.configuration.keep)) { [weak self] in
            self?.assumeIsolated { $0.expire() }
        }
    }

    private func expire() {
        expiry = nil
        guard lobby.registry.expire(self, unlessClaimedAfter: claimNumber) else { return }
        end()
    }

    private func end() {
        isOver = true
        work.cancelAll(on: loop)
        peer = nil
    }

    // MARK: Messages

    /// Takes a message of the conversation behind `peer`; one that was taken over is not heard any more.
    func receive(_ message: Message, from peer: any Peer) {
        guard self.peer === peer else { return }
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
        guard let peer, !isOver else {
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
