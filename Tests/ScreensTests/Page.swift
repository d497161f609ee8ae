import Foundation

/// A page of the web folder, in one language.
struct Page {
    let html: String

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../web")

    init(_ name: String, in tag: String = "en") throws {
        let ending = tag == "en" ? "html" : "\(tag).html"
        html = try String(contentsOf: Self.folder.appending(path: "\(name).\(ending)"), encoding: .utf8)
    }

    /// The names of all pages, each once for all its languages.
    static func names() throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        return Set(files.filter { $0.hasSuffix(".html") }.map { String($0.prefix { $0 != "." }) }).sorted()
    }

    /// Its tags in their order, without what a translation changes.
    var structure: [String] {
        html.matches(of: /<[^>]*>/).map { String($0.output).replacing(Self.translated) { "\($0.1)=…" } }
    }

    /// What people read and hear, in its order.
    var texts: [String] {
        let shown = html.split(separator: /<[^>]*>/).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        let attributes = html.matches(of: Self.translated).map { String($0.2) }
        return (shown + attributes).filter { $0.contains(where: \.isLetter) }
    }

    private static var translated: Regex<(Substring, Substring, Substring)> {
        /\b(lang|aria-label|data-over|alt|title|placeholder)="([^"]*)"/
    }
}
