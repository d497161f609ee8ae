/// A mail address in the form in which addresses are compared: no blanks around it, the domain in lower-case ASCII.
///
/// The rule is that of WHATWG HTML for `<input type=email>`, and beyond it: the domain has a dot, its last label has
/// two characters or more, and the lengths are those of RFC 5321 (64 bytes before the @, 254 in all). A domain in its
/// Unicode form is taken; the part before the @ stays ASCII and keeps its case, because only its server knows better.
public struct EmailAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address in the form in which it is compared.
    public let description: String

    /// Nil if `text`, blanks around it apart, is no address.
    public init?(_ text: String) {
        let bytes = text.trimmingBlanks.utf8
        guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let local = bytes[..<at]
        guard !local.isEmpty, local.count <= 64, local.allSatisfy(Self.isLocal),
            let domain = DomainName.ascii(String(Substring(bytes[bytes.index(after: at)...]))),
            Self.isDomain(domain), local.count + 1 + domain.utf8.count <= 254
        else { return nil }
        description = "\(Substring(local))@\(domain)"
    }

    private static func isLocal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"),
            UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "\\"),
            UInt8(ascii: "]"), UInt8(ascii: "\""):
            false
        default: byte > 0x20 && byte < 0x7F
        }
    }

    /// Two labels or more, of 1 to 63 letters, digits and hyphens, no hyphen at either end; two characters in the last.
    private static func isDomain(_ domain: String) -> Bool {
        var labels = 1
        var length = 0
        var last = UInt8(ascii: ".")
        for byte in domain.utf8 {
            if byte == UInt8(ascii: ".") {
                guard length > 0, last != UInt8(ascii: "-") else { return false }
                labels += 1
                length = 0
            } else {
                let isInside = length > 0 && byte == UInt8(ascii: "-")
                guard length < 63, isInside || isLetterOrDigit(byte) else { return false }
                length += 1
            }
            last = byte
        }
        return labels >= 2 && length >= 2 && last != UInt8(ascii: "-")
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
