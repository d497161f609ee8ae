/// Where a Redis server is, and how to enter.
struct RedisAddress: Sendable, Equatable, CustomStringConvertible {
    let host: String
    let port: UInt16
    let user: String
    let password: String?
    let database: Int

    /// From `redis://[user:password@]host[:port][/database]`, percent-encoded where need be.
    init(_ url: String) throws(RedisStoreError) {
        guard url.hasPrefix("redis://") else { throw .badURL(reason: "it has another scheme") }
        let parts = url.dropFirst("redis://".count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, var authority = parts.first else { throw .badURL(reason: "it has a path") }

        let path = parts.count == 2 ? parts[1] : ""
        guard let database = path.isEmpty ? 0 : Int(path), database >= 0 else {
            throw .badURL(reason: "the database is no number")
        }
        self.database = database

        if let at = authority.lastIndex(of: "@") {
            let secrets = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard secrets.count == 2, let user = Self.decode(secrets[0]), let password = Self.decode(secrets[1]) else {
                throw .badURL(reason: "what is before the @ is not user:password")
            }
            (self.user, self.password) = (user, password)
            authority = authority[authority.index(after: at)...]
        } else {
            (user, password) = ("", nil)
        }

        // An IPv6 address has colons of its own and therefore brackets.
        let end = authority.lastIndex(of: "]") ?? authority.startIndex
        let colon = authority[end...].firstIndex(of: ":")
        guard let port = colon.map({ UInt16(authority[authority.index(after: $0)...]) }) ?? 6379, port > 0 else {
            throw .badURL(reason: "the port is none")
        }
        self.port = port
        var host = authority[..<(colon ?? authority.endIndex)]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, !host.contains(where: "[]".contains) else { throw .badURL(reason: "the host is none") }
        self.host = String(host)
    }

    /// Without the password.
    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Nil if a percent sign is not followed by two digits, or if that gives no text.
    private static func decode(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = Substring(rest.prefix(2))
            // A number may have a sign, too.
            guard digits.count == 2, digits.allSatisfy(\.isHexDigit), let byte = UInt8(digits, radix: 16) else {
                return nil
            }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
