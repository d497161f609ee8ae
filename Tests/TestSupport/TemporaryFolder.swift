public import Foundation

/// A folder of a test's own, removed after it.
public final class TemporaryFolder: Sendable {
    /// Where it is.
    public let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")

    /// Makes it.
    public init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// What is in it by a name.
    public func url(_ name: String) -> URL { url.appending(path: name) }
    /// The same as a path.
    public func path(_ name: String) -> String { url(name).path }
}
