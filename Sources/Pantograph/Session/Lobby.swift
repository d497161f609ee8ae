/// What all connections of a server have in common before they have a session: which screens there are and which
/// sessions live.
public final class Lobby: Sendable {
    /// What applies to all sessions.
    public struct Configuration: Sendable {
        /// How long a session without a connection is kept.
        public var keep = Duration.seconds(15 * 60)

        /// Fifteen minutes.
        public init() {}
    }

    let routes: [String: Route]
    let configuration: Configuration
    let log: @Sendable (LogEvent) -> Void
    /// The live sessions of this server.
    let registry = SessionRegistry()

    /// `log` is called from any thread. Traps if two routes have one name.
    public init(routes: [Route], configuration: Configuration = .init(), log: @escaping @Sendable (LogEvent) -> Void) {
        precondition(Set(routes.map(\.name)).count == routes.count, "a screen has two routes: \(routes.map(\.name))")
        self.routes = Dictionary(uniqueKeysWithValues: routes.map { ($0.name, $0) })
        self.configuration = configuration
        self.log = log
    }
}
