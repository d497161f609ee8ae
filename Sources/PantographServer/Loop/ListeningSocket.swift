import CLibwebsockets  // for IPPROTO_TCP, which the Glibc module lacks
import Glibc

/// A bound and listening TCP socket; several of one port share its connections evenly (SO_REUSEPORT).
struct ListeningSocket {
    let descriptor: Int32
    let port: UInt16

    /// Binds `host`, a name or address, to `port`; 0 takes a free one. Throws `ServerError`.
    init(host: String, port: UInt16, shared: Bool) throws(ServerError) {
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0, let address = list?.pointee else {
            throw .unknownHost(host)
        }
        defer { freeaddrinfo(list) }
        let descriptor = socket(
            address.ai_family,
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .cannotListen(host: host, port: port, reason: Self.reason) }
        Self.set(SO_REUSEADDR, descriptor)
        // Accepted sockets inherit it; libwebsockets sets it only on those that it accepts itself.
        Self.set(TCP_NODELAY, level: Int32(IPPROTO_TCP), descriptor)
        if shared { Self.set(SO_REUSEPORT, descriptor) }
        guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, listen(descriptor, 4096) == 0 else {
            let reason = Self.reason
            close(descriptor)
            throw .cannotListen(host: host, port: port, reason: reason)
        }
        self.descriptor = descriptor
        self.port = Self.boundPort(of: descriptor) ?? port
    }

    /// A socket that listens already, under a descriptor of its own. Throws `ServerError`.
    init(copyOf given: Int32) throws(ServerError) {
        var isListening: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        let status = getsockopt(given, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size)
        guard status == 0, isListening != 0, let port = Self.boundPort(of: given) else { throw .notListening(given) }
        let descriptor = fcntl(given, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0, fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0 else {
            throw .notListening(given)
        }
        Self.set(TCP_NODELAY, level: Int32(IPPROTO_TCP), descriptor)
        self.descriptor = descriptor
        self.port = port
    }

    /// Throws if another process listens there: sharing would let it, silently.
    static func checkFree(host: String, port: UInt16) throws(ServerError) {
        if port == 0 { return }
        let probe = try ListeningSocket(host: host, port: port, shared: false)
        close(probe.descriptor)
    }

    /// What a listening socket has to give.
    enum Accepted {
        case connection(Int32)
        case none
        /// Somebody waits, but the process has no descriptor left.
        case noDescriptor
    }

    /// The next connection that waits.
    func accept() -> Accepted {
        let connection = Glibc.accept(descriptor, nil, nil)
        guard connection >= 0 else { return errno == EMFILE || errno == ENFILE ? .noDescriptor : .none }
        // libwebsockets makes it non-blocking.
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        return .connection(connection)
    }

    func stop() {
        close(descriptor)
    }

    private static var reason: String { String(cString: strerror(errno)) }

    private static func set(_ option: Int32, level: Int32 = SOL_SOCKET, _ descriptor: Int32) {
        var on: Int32 = 1
        setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func boundPort(of descriptor: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        guard result == 0 else { return nil }
        return withUnsafePointer(to: &storage) { pointer in
            // The port stands at the same place in sockaddr_in and sockaddr_in6.
            pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
        }
    }
}
