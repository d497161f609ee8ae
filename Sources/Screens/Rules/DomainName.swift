import CIdn2

/// Internationalised domain names as DNS knows them.
enum DomainName {
    /// The ASCII form of `domain` by UTS 46, non-transitional, as the WHATWG URL standard wants it; nil if it has none.
    ///
    /// Done by libidn2, whose characters are those of IDNA 2008: symbols and emoji are refused. An ASCII text without
    /// an "xn--" label is only lower-cased.
    static func ascii(_ domain: String) -> String? {
        if domain.utf8.allSatisfy({ $0 < 0x80 }), !hasEncodedLabel(domain) { return domain.lowercased() }
        // A C string would end there.
        if domain.utf8.contains(0) { return nil }
        var output: UnsafeMutablePointer<CChar>?  // libidn2 allocates it
        guard idn2_to_ascii_8z(domain, &output, Int32(bitPattern: IDN2_NONTRANSITIONAL.rawValue)) == IDN2_OK.rawValue,
            let output
        else { return nil }
        defer { idn2_free(output) }
        return String(cString: output)
    }

    private static func hasEncodedLabel(_ domain: String) -> Bool {
        domain.split(separator: ".").contains { $0.prefix(4).lowercased() == "xn--" }
    }
}
