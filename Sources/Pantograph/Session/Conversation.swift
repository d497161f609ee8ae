/// One connection's side of the wire contract: bytes in, messages to the session that it opened or resumed.
///
/// The session may live on another loop; then messages hop over.
/// `@unchecked Sendable`: confined to the connection's loop.
public final class Conversation: @unchecked Sendable {  // confined to the connection's loop
    private enum Arrival {
        case message(Message)
        case malformed(Refusal)
    }

    private enum State {
        case new
        /// The archive is being asked; what the client says meanwhile waits.
        case resuming([Arrival])
        case here(Session)
        case elsewhere(Session, RemotePeer)
        case over
    }

    private let lobby: Lobby
    private let loop: any SessionLoop
    private let peer: any Peer
    private let locale: String?
    private var state = State.new
    /// Answers to a client that has no session.
    private var outbox = Outbox()
    /// When the last malformed messages came.
    private var malformed: [Instant] = []

    /// Protocol section 6: the 20th in a minute closes.
    private static let malformedLimit = 20
    /// How long a client waits for an archive that does not answer before it is asked to try again.
    private static let archivePatience = Duration.seconds(5)

    /// `acceptLanguage` is the header's value (RFC 9110 section 12.5.4), for clients that name no locale.
    public init(_ lobby: Lobby, with peer: any Peer, on loop: any SessionLoop, acceptLanguage: String?) {
        self.lobby = lobby
        self.peer = peer
        self.loop = loop
        locale = acceptLanguage.flatMap(AcceptLanguage.preferred)
    }

    /// Whether a session was opened or resumed.
    public var hasSession: Bool {
        switch state {
        case .here, .elsewhere: true
        case .new, .resuming, .over: false
        }
    }

    /// Takes the bytes of one whole message.
    public func receive(_ bytes: Span<UInt8>) {
        if case .over = state { return }
        do {
            take(try Message(bytes))
        } catch {
            switch error {
            case .notUnicode: close(.notUnicode)
            case .malformed(let why): refuse(why)
            }
        }
    }

    /// The transport can take a frame again.
    public func writable() {
        switch state {
        case .new, .resuming: flush()
        case .here(let session): session.assumeIsolated { $0.touch() }
        case .elsewhere(_, let remote): remote.drain()
        case .over: break
        }
    }

    /// The connection has ended.
    public func end() {
        let peer = peer
        switch state {
        case .here(let session):
            session.assumeIsolated { $0.detach(from: peer) }
        case .elsewhere(let session, let remote):
            session.loop.execute { session.assumeIsolated { $0.detach(from: remote) } }
        case .new, .resuming, .over:
            break
        }
        state = .over
    }

    private func take(_ message: Message) {
        let peer = peer
        switch state {
        case .here(let session):
            session.assumeIsolated { $0.receive(message, from: peer) }
        case .elsewhere(let session, let remote):
            session.loop.execute { session.assumeIsolated { $0.receive(message, from: remote) } }
        case .new:
            begin(message)
        case .resuming(let waiting):
            state = .resuming(waiting + [.message(message)])
        case .over:
            break
        }
    }

    /// The first messages of a connection.
    private func begin(_ message: Message) {
        switch message {
        case .open(let name, let locale):
            open(name, locale)
        case .resume(let token, let seen):
            guard let token = Token(token) else { return refuseToResume() }
            if lobby.archive == nil {
                resume(by: lobby.registry.claim(token), seen)
            } else {
                askArchive(token, seen)
            }
        case .ping(let value):
            outbox.pongs.append(value)
            flush()
        case .event(_, let number):
            answer(Refusal(code: .notOpen, number: number, message: "open a screen first"))
        case .leave:
            close(.left)
        }
    }

    private func open(_ name: String, _ locale: String?) {
        guard let route = lobby.routes[name] else {
            let nearest = NearestName.find(for: name, among: lobby.routes.keys.sorted()) ?? "none"
            answer(Refusal(code: .unknownScreen, message: "no such screen; the nearest is \(nearest)"))
            return
        }
        let session = Session(route, locale: locale ?? self.locale ?? "en", lobby: lobby, on: loop)
        attach(lobby.registry.insert(session), resumed: false, seen: 0)
    }

    private func refuseToResume() {
        answer(Refusal(code: .expired, message: "no such session; open one"))
    }

    private func resume(by claim: SessionRegistry.Claim?, _ seen: Int) {
        if let claim { attach(claim, resumed: true, seen: seen) } else { refuseToResume() }
    }

    private func askArchive(_ token: Token, _ seen: Int) {
        state = .resuming([])
        peer.pauseReading(true)
        _ = Task.immediate(executorPreference: loop) { await self.resume(token, seen) }
        _ = loop.schedule(at: loop.now.advanced(by: Self.archivePatience)) { [weak self] in
            if let self, case .resuming = state { close(.goingAway) }
        }
    }

    private func resume(_ token: Token, _ seen: Int) async {
        var claim: SessionRegistry.Claim?
        var isAnswered = true
        do {
            claim = try await lobby.claim(token, on: loop)
        } catch {
            // A session that lives here goes on without the archive.
            claim = lobby.registry.claim(token, canStore: false)
            isAnswered = claim != nil
        }
        guard case .resuming(let waiting) = state else {
            // Nobody waits any more; the session is kept for the next one who comes.
            if let claim { claim.session.loop.execute { claim.session.assumeIsolated { $0.keepUnattended() } } }
            return
        }
        guard isAnswered else { return close(.goingAway) }
        state = .new
        peer.pauseReading(false)
        resume(by: claim, seen)
        for item in waiting {
            switch item {
            case .message(let message): take(message)
            case .malformed(let refusal): refuse(refusal)
            }
        }
    }

    /// The server stops: the session is saved, then the connection closes.
    public func leave() {
        switch state {
        case .here(let session):
            session.assumeIsolated { $0.leaveServer() }
        case .elsewhere(let session, _):
            session.loop.execute { session.assumeIsolated { $0.leaveServer() } }
        case .new, .resuming:
            close(.goingAway)
        case .over:
            break
        }
    }

    private func attach(_ claim: SessionRegistry.Claim, resumed: Bool, seen: Int) {
        let session = claim.session
        let peer = peer
        if session.loop === loop {
            state = .here(session)
            session.assumeIsolated { $0.attach(peer, by: claim, resumed: resumed, seen: seen) }
        } else {
            let remote = RemotePeer(peer, on: loop, for: session)
            state = .elsewhere(session, remote)
            session.loop.execute {
                session.assumeIsolated { $0.attach(remote, by: claim, resumed: resumed, seen: seen) }
            }
        }
    }

    private func refuse(_ why: String) {
        let now = loop.now
        malformed.removeAll { $0.advanced(by: .seconds(60)) <= now }
        malformed.append(now)
        guard malformed.count < Self.malformedLimit else { return close(.tooManyMalformed) }
        refuse(Refusal(code: .malformed, message: why))
    }

    private func refuse(_ refusal: Refusal) {
        let peer = peer
        switch state {
        case .here(let session):
            session.assumeIsolated { $0.refuse(refusal, from: peer) }
        case .elsewhere(let session, let remote):
            session.loop.execute { session.assumeIsolated { $0.refuse(refusal, from: remote) } }
        case .new:
            answer(refusal)
        case .resuming(let waiting):
            state = .resuming(waiting + [.malformed(refusal)])
        case .over:
            break
        }
    }

    private func answer(_ refusal: Refusal) {
        outbox.refusals.append(refusal)
        flush()
    }

    private func flush() {
        while peer.isWritable, !outbox.refusals.isEmpty || !outbox.pongs.isEmpty {
            loop.withFrameBuffer { frame in
                frame.open("{")
                outbox.writeRest(to: &frame)
                frame.close("}")
                peer.send(&frame)
            }
        }
        peer.pauseReading(outbox.isCongested)
    }

    /// Ends the conversation from this side; the session, if there is one, is kept.
    private func close(_ code: CloseCode) {
        end()
        peer.close(code)
    }
}
