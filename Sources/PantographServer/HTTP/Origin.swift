/// A web origin (RFC 6454): scheme, host and port, as browsers send it in the Origin header.
struct Origin: Hashable, Sendable {
    let scheme: String
    let host: String
    let port: UInt16

    /// Parses `scheme://host[:port]`; nil for anything more or less, among it "null" and lists.
    init?(_ text: String) {
        guard let separator = text.firstRange(of: "://") else { return nil }
        scheme = text[..<separator.lowerBound].lowercased()
        guard let defaultPort = Origin.defaultPort(of: scheme) else { return nil }
        guard let authority = Authority(String(text[separator.upperBound...])) else { return nil }
        host = authority.host
        port = authority.port ?? defaultPort
    }

    /// The origin of a page that was asked for by this Host header.
    init?(scheme: String, authority: Authority) {
        guard let defaultPort = Origin.defaultPort(of: scheme) else { return nil }
        self.scheme = scheme
        host = authority.host
        port = authority.port ?? defaultPort
    }

    private static func defaultPort(of scheme: String) -> UInt16? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }
}
