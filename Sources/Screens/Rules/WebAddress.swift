/// The address of a page: an http(s) URL with a host, by the WHATWG URL standard.
///
/// Read as a browser reads what is typed (backslashes are slashes, "https:example.com" has a host, blanks around are
/// dropped), with one exception: control characters, which a browser partly drops in silence, are refused.
public struct WebAddress: Hashable, Sendable {
    /// Good as a link wherever it stands: scheme and host are explicit and in normal form, the rest is as typed.
    public let href: String

    /// Nil if `text` is no such URL.
    public init?(_ text: String) {
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return nil }
        let scalars = Self.withoutSpacesAround(text)
        guard let colon = scalars.firstIndex(of: ":") else { return nil }
        let scheme = Substring(scalars[..<colon]).lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let afterScheme = scalars[scalars.index(after: colon)...].drop { $0 == "/" || $0 == "\\" }
        let end = afterScheme.firstIndex { "/\\?#".unicodeScalars.contains($0) } ?? afterScheme.endIndex
        guard let authority = Authority(afterScheme[..<end]) else { return nil }
        href = "\(scheme)://\(authority.text)\(Substring(afterScheme[end...]))"
    }

    private static func withoutSpacesAround(_ text: String) -> Substring.UnicodeScalarView {
        var scalars = text[...].unicodeScalars
        while scalars.first == " " { scalars.removeFirst() }
        while scalars.last == " " { scalars.removeLast() }
        return scalars
    }
}
