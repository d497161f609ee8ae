import CLibwebsockets
import Glibc
import Pantograph

/// One event loop with its libwebsockets context, its listening socket and its connections.
///
/// `@unchecked Sendable`: everything but `run` and `stop` is confined to the loop's thread.
final class Worker: @unchecked Sendable {  // confined to one thread
    let loop: EventLoop
    let server: Server
    private let socket: ListeningSocket
    private let context: LibwebsocketsContext
    private var listener: LibuvPoll?
    private var pace: Pace
    private var connections: Set<Connection> = []
    /// Set once the server stops.
    private var drain: Drain?
    private var sweepTimer: TimerQueue.ID?
    /// Whose messages came last.
    private var speaker: ObjectIdentifier?
    /// The place taken for an upgrade that libwebsockets has not finished yet.
    private var reservation: String?

    /// How many sessions wait for their answer at most while others are heard: answering each at once makes the
    /// processor forget the code, answering all at the end of a busy turn makes it forget the sessions.
    private static let batch = 32
    /// How often connections are looked at for silence and slowness.
    private static let sweepInterval = Duration.seconds(1)

    init(_ server: Server, listeningOn socket: ListeningSocket) throws(ServerError) {
        self.server = server
        self.socket = socket
        pace = Pace(loops: server.configuration.loops)
        loop = EventLoop()
        context = try LibwebsocketsContext(on: loop)
        context.setOwner(self)
    }

    /// Serves on a thread of its own until `stop`.
    func run() async {
        await withCheckedContinuation { continuation in
            Thread.start { [self] in
                listener = loop.watch(socket.descriptor) { [unowned self] in accept() }  // closed before this ends
                loop.run()
                context.beginDestroying()
                loop.close()
                context.finishDestroying()
                loop.free()
                continuation.resume()
            }
        }
    }

    /// From any thread.
    func stop() {
        loop.execute { [self] in beginStopping() }
    }

    // MARK: Connections

    private func accept() {
        // A few at a time, so that a storm of new clients does not starve the others.
        for _ in 0..<64 {
            if pace.isOver(at: loop.now) { return restFromAccepting(for: Pace.step) }
            switch socket.accept() {
            case .connection(let descriptor):
                pace.count()
                context.adopt(descriptor)
            case .none: return
            // Looks again in a while, when a connection may have ended.
            case .noDescriptor: return restFromAccepting(for: .milliseconds(100))
            }
        }
    }

    private func restFromAccepting(for time: Duration) {
        listener?.pause()
        loop.schedule(after: time) { [unowned self] in  // outlives its loop
            if drain == nil { listener?.start() }
        }
    }

    /// Judges an upgrade; nil lets it go on, with a place reserved.
    func refusal(of request: UpgradePolicy.Request, from address: String) -> HTTPStatus? {
        dropReservation()
        if let status = server.policy.refusal(of: request) { return status }
        guard server.limits.take(address) else { return .serviceUnavailable }
        reservation = address
        return nil
    }

    /// An upgrade that libwebsockets refused after all gives its place back.
    private func dropReservation() {
        if let address = reservation { server.limits.giveBack(address) }
        reservation = nil
    }

    /// A connection brings a message, so those before it have brought all that they had.
    func hears(_ connection: Connection) {
        guard speaker != ObjectIdentifier(connection) else { return }
        speaker = ObjectIdentifier(connection)
        loop.flush(above: Self.batch)
    }

    func open(_ wsi: OpaquePointer, acceptLanguage: String?) -> Connection? {
        guard let address = reservation, drain == nil else { return nil }
        reservation = nil
        let connection = Connection(wsi, on: self, address: address, acceptLanguage: acceptLanguage)
        connections.insert(connection)
        if sweepTimer == nil { scheduleSweep() }
        return connection
    }

    /// libwebsockets has ended the connection.
    func closed(_ connection: Connection) {
        connections.remove(connection)
        server.limits.giveBack(connection.address)
        drain?.ended(connection)
    }

    private func scheduleSweep() {
        let next = loop.now.advanced(by: Self.sweepInterval)
        sweepTimer = loop.schedule(at: next) { [unowned self] in sweep() }  // outlives its loop
    }

    private func sweep() {
        sweepTimer = nil
        dropReservation()
        let now = loop.now
        for connection in connections { connection.check(at: now) }
        if !connections.isEmpty { scheduleSweep() }
    }

    // MARK: The end

    private func beginStopping() {
        guard drain == nil else { return }
        listener?.close()
        socket.stop()
        dropReservation()
        drain = Drain(connections, within: server.configuration.drain, on: loop)
        loop.schedule(after: server.configuration.drain * 0.95) { [loop] in loop.stop() }
        drain?.begin { [unowned self] in server.drained(self) }  // outlives its loop
    }

    /// All servers' connections have ended: saves what is left and ends the loop.
    func finish() {
        loop.execute { [self] in server.lobby.finishSaving(on: loop) { [loop] in loop.stop() } }
    }
}
