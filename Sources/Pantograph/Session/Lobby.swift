import Synchronization

/// What all connections of a server have in common before they have a session: which screens there are and which
/// sessions live.
public final class Lobby: Sendable {
    /// What applies to all sessions.
    public struct Configuration: Sendable {
        /// How long a session without a connection is kept.
        public var keep = Duration.seconds(15 * 60)

        /// Fifteen minutes.
        public init() {}

        /// How often the archive hears that somebody is still connected, so that a crash leaves a session time to be
        /// found.
        var refreshInterval: Duration { max(keep / 4, .seconds(1)) }
    }

    let routes: [String: Route]
    let configuration: Configuration
    let log: @Sendable (LogEvent) -> Void
    /// The live sessions of this server.
    let registry = SessionRegistry()
    /// Where sessions live on without this server; nil if they end with it.
    let archive: SessionArchive?
    let behind = Atomic(0)
    private let savers = Mutex<[ObjectIdentifier: Saver]>([:])

    /// Without an archive, sessions end with the server. `log` is called from any thread. Traps if two routes have one
    /// name.
    public init(
        routes: [Route], configuration: Configuration = .init(), archive: SessionArchive? = nil,
        log: @escaping @Sendable (LogEvent) -> Void
    ) {
        precondition(Set(routes.map(\.name)).count == routes.count, "a screen has two routes: \(routes.map(\.name))")
        self.routes = Dictionary(uniqueKeysWithValues: routes.map { ($0.name, $0) })
        self.configuration = configuration
        self.archive = archive
        self.log = log
        archive?.onReturn { [weak self] in self?.saveAnew() }
        archive?.onClaimElsewhere { [weak self] id, claims in
            // A notice may come late, when the session is back already.
            guard let session = self?.registry.removeStale(id, before: claims) else { return }
            session.loop.execute { session.assumeIsolated { $0.wasClaimedElsewhere() } }
        }
    }

    /// Names, in the log, the properties of screens that nothing keeps, so that none is forgotten silently. Looks at the
    /// screens that `open` shows; for debug builds, once at the start.
    public func reportForgottenProperties(on loop: any SessionLoop) {
        let visit = Visit(locale: "en", clock: SessionClock(loop))
        for route in routes.values {
            let screen = mount(route.open(visit))
            let names = screen.forgottenProperties
            guard screen.name == route.name, !names.isEmpty else { continue }
            log(
                LogEvent(
                    .warning, "properties neither kept, nor fields, nor transient", ("screen", .text(screen.name)),
                    ("properties", .list(names.map(Value.text)))))
        }
    }

    /// The store has been away: every session writes itself anew.
    private func saveAnew() {
        for session in registry.all {
            session.loop.execute { session.assumeIsolated { $0.noteChange() } }
        }
    }

    /// What saves the sessions of a loop; nil without an archive.
    func saver(on loop: any SessionLoop) -> Saver? {
        guard let archive else { return nil }
        return savers.withLock { savers in
            if let saver = savers[ObjectIdentifier(loop)] { return saver }
            let saver = Saver(archive, on: loop, lobby: self)
            savers[ObjectIdentifier(loop)] = saver
            return saver
        }
    }

    /// Saves all that has changed in the sessions of a loop, and calls `body` there when that is done or has failed.
    public func finishSaving(on loop: any SessionLoop, _ body: @escaping @Sendable () -> Void) {
        if let saver = saver(on: loop) { saver.finish(body) } else { body() }
    }

    /// How many loops have a store that does not take what they want to save.
    public var loopsBehind: Int { behind.load(ordering: .relaxed) }

    /// How many sessions live here.
    public var sessionCount: Int { registry.count }

    /// The session of a token, made anew here if it lived elsewhere; nil for a token that is not good, or if nothing
    /// here can make its screen. On `loop`.
    ///
    /// Throws what keeps the archive from answering.
    func claim(_ token: Token, on loop: any SessionLoop) async throws -> SessionRegistry.Claim? {
        guard let archive else { return registry.claim(token) }
        if registry.isVoid(token) { return nil }
        let end = loop.now.advanced(by: configuration.keep)
        let claimed: SessionArchive.Claimed
        switch try await archive.claim(token, until: end) {
        case .granted(let granted): claimed = granted
        case .refused: return nil
        case .unreadable:
            log(LogEvent(.warning, "stored session cannot be read, and was set aside"))
            return nil
        // What the store has lost may live here still; it is written again soon.
        case .unknown: return registry.claim(token)
        }
        if claimed.wasHere, let session = registry.session(token.session) {
            return registry.insert(session, claimedBy: claimed.keys)
        }
        // Another server had it in between, unless a later claim of this one was faster than this.
        if let session = registry.removeStale(token.session, before: claimed.keys.claims) {
            session.loop.execute { session.assumeIsolated { $0.wasClaimedElsewhere() } }
        }
        guard let session = Session(from: claimed.snapshot, id: token.session, lobby: self, on: loop) else {
            return nil
        }
        return registry.insert(session, claimedBy: claimed.keys)
    }
}
