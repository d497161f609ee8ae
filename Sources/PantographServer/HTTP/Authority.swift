/// A host with an optional port, as the Host header has it (RFC 3986 section 3.2), without userinfo.
struct Authority: Hashable, Sendable {
    /// In lower case; an IPv6 address keeps its brackets.
    let host: String
    let port: UInt16?

    init?(_ text: String) {
        let text = text.lowercased()
        let hostEnd: String.Index
        if text.hasPrefix("[") {
            guard let bracket = text.firstIndex(of: "]") else { return nil }
            hostEnd = text.index(after: bracket)
        } else {
            hostEnd = text.firstIndex(of: ":") ?? text.endIndex
        }
        host = String(text[..<hostEnd])
        guard !host.isEmpty, host.utf8.allSatisfy(Authority.isHostByte) else { return nil }
        let rest = text[hostEnd...]
        if rest.isEmpty {
            port = nil
        } else {
            guard rest.first == ":", rest.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let port = UInt16(rest.dropFirst())
            else { return nil }
            self.port = port
        }
    }

    /// Whether the host is a name or an address of this machine alone.
    var isLoopback: Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" || isLoopbackAddress
    }

    /// 127.0.0.0/8 in dotted decimals.
    private var isLoopbackAddress: Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil } && parts[0] == "127"
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
