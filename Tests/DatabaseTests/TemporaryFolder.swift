import Foundation

/// A folder of a test's own, removed after it.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func url(_ name: String) -> URL { url.appending(path: name) }
    func path(_ name: String) -> String { url(name).path }
}
