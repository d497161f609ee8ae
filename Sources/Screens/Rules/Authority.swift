/// What stands between the scheme and the path of an http(s) URL: a host, maybe with a user before it and a port after.
struct Authority {
    /// In normal form.
    let text: String

    /// Nil if `text` has no host or a bad one, or a bad port (WHATWG URL, authority, host and port state).
    init?(_ text: Substring.UnicodeScalarView) {
        // Of several @ the last one ends the user.
        let host = text.lastIndex(of: "@").map { text[text.index(after: $0)...] } ?? text
        let user = text[..<host.startIndex]
        let colon = Self.portColon(of: host)
        guard let name = WebHost(String(Substring(host[..<(colon ?? host.endIndex)]))) else { return nil }
        var port = ""
        if let colon {
            let digits = host[host.index(after: colon)...]
            guard Self.isPort(digits) else { return nil }
            if !digits.isEmpty { port = ":\(Substring(digits))" }
        }
        self.text = "\(Substring(user))\(name.text)\(port)"
    }

    /// The colon before the port: the first one that is not within brackets.
    private static func portColon(of host: Substring.UnicodeScalarView) -> String.Index? {
        var isInBrackets = false
        return host.indices.first { index in
            switch host[index] {
            case "[": isInBrackets = true
            case "]": isInBrackets = false
            case ":": return !isInBrackets
            default: break
            }
            return false
        }
    }

    /// Empty or ASCII digits up to 65535, leading zeros allowed.
    private static func isPort(_ digits: Substring.UnicodeScalarView) -> Bool {
        var port = 0
        for digit in digits {
            guard digit.isASCII, let value = digit.properties.numericValue else { return false }
            port = port * 10 + Int(value)
            if port > 65535 { return false }
        }
        return true
    }
}
