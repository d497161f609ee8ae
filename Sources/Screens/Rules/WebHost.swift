/// The host of an http(s) URL: a domain or an IP address (WHATWG URL, host parser for special schemes).
struct WebHost {
    /// In ASCII; a domain in lower case.
    let text: String

    /// Nil if `text` is no host.
    init?(_ text: String) {
        if text.hasPrefix("[") {
            guard text.hasSuffix("]"), IPAddress.isVersion6(text.dropFirst().dropLast()) else { return nil }
            self.text = text.lowercased()
            return
        }
        guard let decoded = Self.percentDecoded(text), let domain = DomainName.ascii(decoded), !domain.isEmpty,
            !domain.utf8.contains(where: Self.isForbidden), DomainName.areLabelsValid(domain)
        else { return nil }
        if IPAddress.endsInNumber(domain), !IPAddress.isVersion4(domain) { return nil }
        self.text = domain
    }

    /// Nil if what the escapes stand for is no UTF-8.
    private static func percentDecoded(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(IPAddress.isHexDigit),
                let value = UInt8(String(Substring(digits)), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// A forbidden domain code point.
    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte >= 0x7F || "#/:<>?@[\\]^|%".utf8.contains(byte)
    }
}
