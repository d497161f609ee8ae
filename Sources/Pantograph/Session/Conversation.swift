/// One connection's side of the wire contract: bytes in, messages to the session that it opened or resumed.
///
/// Confined to the connection's loop. The session may live on another one; then messages hop over.
public final class Conversation {
    private enum State {
        case new
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
        case .new, .over: false
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
        case .new: flush()
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
        case .new, .over:
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
            guard let claim = Token(token).flatMap(lobby.registry.claim) else {
                answer(Refusal(code: .expired, message: "no such session; open one"))
                return
            }
            attach(claim, resumed: true, seen: seen)
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
        let refusal = Refusal(code: .malformed, message: why)
        let peer = peer
        switch state {
        case .here(let session):
            session.assumeIsolated { $0.refuse(refusal, from: peer) }
        case .elsewhere(let session, let remote):
            session.loop.execute { session.assumeIsolated { $0.refuse(refusal, from: remote) } }
        case .new:
            answer(refusal)
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
