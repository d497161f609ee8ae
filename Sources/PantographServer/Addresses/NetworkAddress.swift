import Glibc

/// An IPv4 or IPv6 address in 16 bytes, IPv4 mapped into IPv6 (RFC 4291 section 2.5.5.2).
struct NetworkAddress: Sendable, Equatable {
    let bytes: [UInt8]

    private static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]

    /// As systems and proxies write it, the latter sometimes with a port. Nil for anything else.
    init?(_ text: some StringProtocol) {
        guard let bytes = Self.parse(String(text)) ?? Self.withoutPort(text).flatMap(Self.parse) else { return nil }
        self.bytes = bytes
    }

    var isVersion4: Bool { bytes.starts(with: Self.mapped) }

    /// What connections of one client have in common: an IPv4 address, or the first half of an IPv6 address, because the
    /// other half is the client's to choose.
    var client: String {
        if isVersion4 { return bytes.suffix(4).map { String($0) }.joined(separator: ".") }
        let groups = stride(from: 0, to: 8, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
        return groups.joined(separator: ":") + "::/64"
    }

    private static func parse(_ text: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET6, text, &bytes) == 1 { return bytes }
        guard inet_pton(AF_INET, text, &bytes) == 1 else { return nil }
        return mapped + bytes.prefix(4)
    }

    private static func withoutPort(_ text: some StringProtocol) -> String? {
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            return String(text[text.index(after: text.startIndex)..<end])
        }
        return text.lastIndex(of: ":").map { String(text[..<$0]) }
    }
}
