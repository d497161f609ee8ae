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
        let text = text.trimmingBlanks
        guard let at = text.lastIndex(of: "@") else { return nil }
        let local = text[..<at]
        guard !local.isEmpty, local.utf8.count <= 64, local.utf8.allSatisfy(Self.isLocal),
            let domain = DomainName.ascii(String(text[text.index(after: at)...])), Self.isDomain(domain)
        else { return nil }
        let address = "\(local)@\(domain)"
        guard address.utf8.count <= 254 else { return nil }
        description = address
    }

    private static func isLocal(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
    }

    private static func isDomain(_ domain: String) -> Bool {
        let labels = domain.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy(isLabel) && labels[labels.count - 1].count >= 2
    }

    private static func isLabel(_ label: some BidirectionalCollection<UInt8>) -> Bool {
        guard let first = label.first, let last = label.last, label.count <= 63 else { return false }
        return isLetterOrDigit(first) && isLetterOrDigit(last)
            && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
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
