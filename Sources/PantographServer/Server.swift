import CLibuv
public import Pantograph
import Synchronization

/// Serves screens and pages on one port, with one event loop a core.
///
/// ```swift
/// let server = try Server(configuration, lobby: lobby)
/// try await server.run()
/// ```
public final class Server: Sendable {
    /// Where and how to serve.
    public struct Configuration: Sendable {
        /// A name or address to listen on.
        public var host = "127.0.0.1"
        /// 0 takes a free port.
        public var port: UInt16 = 8080
        /// The descriptor of a TCP socket that listens already, instead of `host` and `port`. A supervisor that keeps it
        /// open lets those who come between one server and the next wait where they would be refused.
        public var listener: Int32?
        /// The folder of the pages; nil serves none.
        public var web: String?
        /// How many event loops, each a thread; one a core that this process may use.
        public var loops = Int(uv_available_parallelism())
        /// Origins other than the page's own that may connect: `scheme://host[:port]`.
        public var origins: [String] = []
        /// Whether a client without an Origin, such as a script, is refused.
        public var requiresOrigin = false
        /// Addresses and networks (`10.0.0.0/8`) of proxies whose X-Forwarded-For is believed; nobody else's is.
        public var trustedProxies: [String] = []
        /// The most WebSockets in all.
        public var connections = 20_000
        /// The most WebSockets for each client address; an IPv6 network of 64 bits counts as one.
        public var connectionsPerAddress = 10_000
        /// How long `stop` may take: for connections to leave and for sessions to be saved.
        public var drain = Duration.seconds(10)
        /// Whether `/metrics` tells how the server is doing. It is for the operator; a proxy should not pass it on.
        public var metrics = false
        /// Messages a second of one client, on average and at once, above which it is read more slowly.
        public var messageRate = 200
        /// Messages of one client at once before `messageRate` counts.
        public var messageBurst = 2_000

        /// Loopback, port 8080, no pages.
        public init() {}
    }

    let configuration: Configuration
    let lobby: Lobby
    let files: StaticFiles?
    let policy: UpgradePolicy
    let proxies: TrustedProxies
    let limits: ConnectionLimits
    /// The port in use, also when a free one was asked for.
    public let port: UInt16

    private let events: EventCounts
    private let sockets: [ListeningSocket]
    private let workers = Mutex<[Worker]>([])
    private let isStopping = Atomic(false)
    /// How many loops still have connections.
    private let undrained = Atomic(0)

    /// Binds the port, so that nothing can fail later. `events` are told among the metrics. Throws `ServerError`.
    public init(
        _ configuration: Configuration, lobby: Lobby, events: EventCounts = EventCounts()
    ) throws(ServerError) {
        self.configuration = configuration
        self.lobby = lobby
        self.events = events
        files = try configuration.web.map { (web) throws(ServerError) in try StaticFiles(web) }
        policy = try UpgradePolicy(configuration)
        proxies = try TrustedProxies(configuration.trustedProxies)
        limits = ConnectionLimits(total: configuration.connections, perAddress: configuration.connectionsPerAddress)
        sockets = try Self.listen(configuration)
        port = sockets[0].port
    }

    /// A socket for each loop.
    private static func listen(_ configuration: Configuration) throws(ServerError) -> [ListeningSocket] {
        var sockets: [ListeningSocket] = []
        if configuration.listener == nil {
            try ListeningSocket.checkFree(host: configuration.host, port: configuration.port)
        }
        for _ in 0..<max(1, configuration.loops) {
            if let listener = configuration.listener {
                sockets.append(try ListeningSocket(copyOf: listener))
            } else {
                let port = sockets.first?.port ?? configuration.port
                sockets.append(try ListeningSocket(host: configuration.host, port: port, shared: true))
            }
        }
        return sockets
    }

    /// Calls `whenReady` once nothing can fail any more, and serves until `stop` is called; then saves every session,
    /// closes every connection with 1001 and returns. Throws `ServerError`.
    public func run(whenReady: () -> Void = {}) async throws(ServerError) {
        var started: [Worker] = []
        for socket in sockets { started.append(try Worker(self, listeningOn: socket)) }
        let workers = started
        undrained.store(workers.count, ordering: .sequentiallyConsistent)
        self.workers.withLock { $0 = workers }
        #if DEBUG
            if let worker = workers.first { lobby.reportForgottenProperties(on: worker.loop) }
        #endif
        whenReady()
        await withTaskGroup { group in
            for worker in workers { group.addTask { await worker.run() } }
            if isStopping.load(ordering: .sequentiallyConsistent) { stop() }
        }
    }

    /// Whether new clients should come here.
    var isReady: Bool { !isStopping.load(ordering: .sequentiallyConsistent) }

    /// The Prometheus text format.
    var metricsText: String {
        """
        pantograph_ready \(isReady ? 1 : 0)
        pantograph_connections \(limits.count)
        pantograph_sessions \(lobby.sessionCount)
        pantograph_unsaved_loops \(lobby.loopsBehind)
        \(events.text)
        """
    }

    /// A loop has no connections any more. The loops end together: a session may live on another one than its connection.
    func drained(_ worker: Worker) {
        guard undrained.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 else { return }
        for worker in workers.withLock({ $0 }) { worker.finish() }
    }

    /// Makes `run` return within `drain`. From any thread; again does nothing.
    public func stop() {
        isStopping.store(true, ordering: .sequentiallyConsistent)
        for worker in workers.withLock({ $0 }) { worker.stop() }
    }
}
