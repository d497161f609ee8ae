import Foundation

/// Internationalised domain names as DNS knows them.
enum DomainName {
    /// The ASCII form of `domain` by UTS 46, non-transitional, as the WHATWG URL standard wants it; nil if it has none.
    ///
    /// An ASCII text is only lower-cased. Others are done by the ICU in Foundation, which is stricter than the standard
    /// in what no registry allows: empty labels, and hyphens at either end of a label or third and fourth in it.
    static func ascii(_ domain: String) -> String? {
        if domain.utf8.allSatisfy({ $0 < 0x80 }) { return domain.lowercased() }
        var components = URLComponents()
        components.host = domain
        // What has no ASCII form stands there percent-encoded.
        guard let encoded = components.encodedHost, !encoded.utf8.contains(UInt8(ascii: "%")) else { return nil }
        return encoded.lowercased()
    }
}
