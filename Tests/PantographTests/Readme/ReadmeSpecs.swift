import Foundation
import Testing

/// What the README shows is what is compiled and tested.
@Suite struct ReadmeSpecs {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    @Test(arguments: ["Tally.swift", "ServeTally.swift", "SearchSpecs.swift", "Crowd.swift"])
    func `the README shows this file as it is`(file: String) throws {
        let readme = try String(contentsOf: Self.folder.appending(path: "../../../README.md"), encoding: .utf8)
        let code = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)

        #expect(readme.contains("```swift\n" + code + "```"))
    }
}
