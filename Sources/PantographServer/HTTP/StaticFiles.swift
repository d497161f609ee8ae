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

        /// The whole content unless the file is large; nil also if it cannot be read.
        var smallContent: [UInt8]? {
            guard size <= 1 << 18 else { return nil }
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            var content = [UInt8](repeating: 0, count: size)
            let count = content.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            return count == size ? content : nil
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

    /// The file for a decoded path: `/` is index.html, `/counter` is counter.html. Nil if there is none, if the path
    /// has hidden or upward parts, or if a link leads out of the folder.
    func file(at path: String) -> File? {
        guard path.hasPrefix("/"), !path.contains("\0"), !path.contains("\\") else { return nil }
        var parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        if parts.last == "" { parts[parts.count - 1] = "index.html" }
        guard let name = parts.last, parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return nil }
        let ending = name.contains(".") ? "" : ".html"
        guard let real = Self.realPath(root + "/" + parts.joined(separator: "/") + ending), real.hasPrefix(root + "/"),
            let status = Self.status(real), status.st_mode & S_IFMT == S_IFREG,
            let type = Self.type(of: real)
        else { return nil }
        let time = status.st_mtim
        return File(
            path: real, type: type, etag: "\"\(status.st_size)-\(time.tv_sec)-\(time.tv_nsec)\"",
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
