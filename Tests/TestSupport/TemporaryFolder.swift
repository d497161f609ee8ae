public import Foundation

/// A folder of a test's own, removed after it.
public final class TemporaryFolder: Sendable {
    public let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")

    public init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    public func url(_ name: String) -> URL { url.appending(path: name) }
    public func path(_ name: String) -> String { url(name).path }
}
