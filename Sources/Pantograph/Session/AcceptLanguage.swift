/// The Accept-Language header of a request (RFC 9110 section 12.5.4).
package enum AcceptLanguage {
    /// The language tag with the highest weight, the first of equals; nil if the header names none.
    static func preferred(_ header: String) -> String? {
        ranges(header).first { $0 != "*" }
    }

    /// What the header accepts, the highest weight first, equals in their order; "*" stands for any language. What is
    /// no language range is left out, and so is all behind the first 32.
    package static func ranges(_ header: String) -> [String] {
        let weighted = header.split(separator: ",").prefix(32).enumerated().compactMap { place, item in
            range(item).map { (range: $0.range, weight: $0.weight, place: place) }
        }
        return weighted.sorted { ($0.weight, $1.place) > ($1.weight, $0.place) }.map(\.range)
    }

    private static func range(_ item: Substring) -> (range: String, weight: Double)? {
        let parts = item.split(separator: ";").map(trimmed)
        guard let range = parts.first, range == "*" || isTag(range) else { return nil }
        let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        // Not a number is not above zero either.
        return weight > 0 ? (String(range), weight) : nil
    }

    private static func isTag(_ text: Substring) -> Bool {
        text.utf8.count <= 35
            && text.utf8.allSatisfy {
                switch $0 {
                case ascii("a")...ascii("z"), ascii("A")...ascii("Z"), ascii("0")...ascii("9"), ascii("-"): true
                default: false
                }
            }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
