import Foundation

/// Internationalised domain names as DNS knows them.
enum DomainName {
    /// The ASCII form of `domain` by UTS 46, non-transitional, as the WHATWG URL standard wants it; nil if it has none.
    ///
    /// An ASCII text is only lower-cased. Others are done by the ICU in Foundation, which is stricter than the standard
    /// in what no registry allows: empty labels, and hyphens at either end of a label or third and fourth in it.
    static func ascii(_ domain: String) -> String? {
        if domain.utf8.allSatisfy({ $0 < 0x80 }) { return domain.lowercased() }
        return encoded(domain)?.lowercased()
    }

    /// Whether the labels of an ASCII domain that begin with "xn--" stand for something, as the WHATWG URL standard wants
    /// it (UTS 46, VerifyDnsLength false).
    static func areLabelsValid(_ domain: String) -> Bool {
        domain.split(separator: ".").allSatisfy { label in
            // Foundation has ICU look at such a label only when another one is in need of it.
            !label.hasPrefix("xn--") || encoded("\(label).例") != nil
        }
    }

    private static func encoded(_ domain: String) -> String? {
        var components = URLComponents()
        components.host = domain
        // What has no ASCII form stands there percent-encoded.
        guard let encoded = components.encodedHost, !encoded.utf8.contains(UInt8(ascii: "%")) else { return nil }
        return encoded
    }
}
