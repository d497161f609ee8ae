import Glibc

/// The files of the web folder by the paths that browsers ask for. Looks at the disk at each request, so that an
/// author sees a change at once.
struct StaticFiles: Sendable {
    struct File {
        let path: String
        let type: String
        /// Changes whenever the file does.
        let etag: String
        let size: Int
        /// What a page that was chosen by its language tells of that; else empty.
        fileprivate(set) var languageHeaders = ""

        /// The whole content unless the file is large; nil also if it cannot be read.
        var smallContent: [UInt8]? {
            size <= 1 << 18 ? content(upTo: size) : nil
        }

        /// The first so many bytes, or all; nil if they cannot be read.
        fileprivate func content(upTo limit: Int) -> [UInt8]? {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            var content = [UInt8](repeating: 0, count: min(limit, size))
            let count = content.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            return count == content.count ? content : nil
        }

        fileprivate func chosen(_ language: String?) -> File {
            var file = self
            let tag = language.map { "content-language: \($0)\r\n" } ?? ""
            file.languageHeaders = tag + "vary: accept-language\r\n"
            return file
        }
    }

    /// The folder's real path.
    private let root: String

    /// Everything from the page's own origin, nothing inline: a text that slipped into a page could not run.
    static let securityHeaders = """
        content-security-policy: default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
        object-src 'none'\r
        x-content-type-options: nosniff\r
        referrer-policy: same-origin\r
        cache-control: no-cache\r

        """

    init(_ folder: String) throws(ServerError) {
        guard let root = Self.realPath(folder), Self.status(root).map({ $0.st_mode & S_IFMT == S_IFDIR }) == true else {
            throw .noWebFolder(folder)
        }
        self.root = root
    }

    /// The file for a decoded path: `/` is index.html, `/counter` is counter.html, or the best of its translations for
    /// `languages` (ranges of RFC 4647, the best first). Nil if there is none, if the path has hidden or upward parts, or
    /// if a link leads out of the folder.
    func file(at path: String, languages: [String] = []) -> File? {
        guard path.hasPrefix("/"), !path.contains("\0"), !path.contains("\\") else { return nil }
        var parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        if parts.last == "" { parts[parts.count - 1] = "index" }
        guard let name = parts.last, parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return nil }
        let path = root + "/" + parts.joined(separator: "/")
        return name.contains(".") ? file(path) : page(path, languages)
    }

    /// Of counter.html, counter.ja.html, counter.zh-hant.html … the first that is in one of the languages, looked up as
    /// RFC 4647 section 3.4 does. The one without a tag in its name tells its language itself, and stands in for all that
    /// are missing.
    private func page(_ path: String, _ languages: [String]) -> File? {
        guard let original = file(path + ".html") else { return nil }
        let language = Self.language(of: original)
        for tag in languages.lazy.flatMap(Self.lookups) {
            if tag == "*" || tag == language?.lowercased() { break }
            if let translation = file("\(path).\(tag).html", variant: "\(tag)-") { return translation.chosen(tag) }
        }
        return original.chosen(language)
    }

    /// "zh-hant-tw", "zh-hant", "zh".
    private static func lookups(_ range: String) -> [String] {
        let parts = range.lowercased().split(separator: "-")
        return parts.indices.reversed().map { parts[...$0].joined(separator: "-") }
    }

    /// What `<html lang>` says.
    private static func language(of page: File) -> String? {
        guard let bytes = page.content(upTo: 512) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let start = text.firstRange(of: "<html ")?.upperBound else { return nil }
        let attributes = text[start...].prefix { $0 != ">" }
        guard let value = attributes.firstRange(of: "lang=\"")?.upperBound else { return nil }
        let tag = attributes[value...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        return tag.isEmpty ? nil : String(tag)
    }

    /// `variant` begins the etag, because translations share an address and, copied together, may be of one size and time.
    private func file(_ path: String, variant: String = "") -> File? {
        guard let real = Self.realPath(path), real.hasPrefix(root + "/"),
            let status = Self.status(real), status.st_mode & S_IFMT == S_IFREG,
            let type = Self.type(of: real)
        else { return nil }
        let time = status.st_mtim
        return File(
            path: real, type: type, etag: "\"\(variant)\(status.st_size)-\(time.tv_sec)-\(time.tv_nsec)\"",
            size: status.st_size)
    }

    /// Files of other types are not served.
    private static func type(of path: String) -> String? {
        switch path.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json", "webmanifest": "application/json"
        case "txt": "text/plain; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "webp": "image/webp"
        case "ico": "image/x-icon"
        case "woff2": "font/woff2"
        default: nil
        }
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    private static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }
}
