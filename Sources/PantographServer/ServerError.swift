/// Why a server cannot start.
public enum ServerError: Error, CustomStringConvertible {
    case unknownHost(String)
    case cannotListen(host: String, port: UInt16, reason: String)
    /// The descriptor is no socket that listens.
    case notListening(Int32)
    case noWebFolder(String)
    case badOrigin(String)
    case badProxy(String)
    case libwebsocketsFailed

    /// One line for whoever started the server.
    public var description: String {
        switch self {
        case .unknownHost(let host): "no such host: \(host)"
        case .cannotListen(let host, let port, let reason): "cannot listen on \(host) port \(port): \(reason)"
        case .notListening(let descriptor): "descriptor \(descriptor) is no socket that listens"
        case .noWebFolder(let path): "no web folder: \(path)"
        case .badOrigin(let origin): "no origin (scheme://host[:port]): \(origin)"
        case .badProxy(let text): "no address or network (10.0.0.0/8) of a proxy: \(text)"
        case .libwebsocketsFailed: "libwebsockets cannot start; is libwebsockets-evlib-uv installed?"
        }
    }
}
