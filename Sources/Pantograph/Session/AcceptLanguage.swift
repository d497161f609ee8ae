/// The Accept-Language header of a request (RFC 9110 section 12.5.4).
enum AcceptLanguage {
    /// The language tag with the highest weight, the first of equals; nil if the header names none.
    static func preferred(_ header: String) -> String? {
        var best: (tag: Substring, weight: Double)?
        for item in header.split(separator: ",").prefix(32) {
            let parts = item.split(separator: ";").map(trimmed)
            guard let tag = parts.first, tag != "*", isTag(tag) else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            if weight > best?.weight ?? 0 { best = (tag, weight) }
        }
        return best.map { String($0.tag) }
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
