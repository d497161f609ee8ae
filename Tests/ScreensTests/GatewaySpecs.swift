import Foundation
import Screens
import Testing

@Suite struct GatewaySpecs {
    private let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path

    private func lines() throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test func `messages are appended as one JSON object a line`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let gateway = try FileGateway(path: path)
        #expect(try lines() == [])

        try await gateway.send("Your code is 123456.", to: .aiko)
        try await gateway.send("\"Zeile\"\n1/2 \\ ロ", to: .ben)

        #expect(
            try lines() == [
                #"{"to":"09012345678","text":"Your code is 123456."}"#,
                #"{"to":"08098765432","text":"\"Zeile\"\n1/2 \\ ロ"}"#,
            ])
    }

    @Test func `what is in the file stays, and several writers do not mix`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let gateways = [try FileGateway(path: path), try FileGateway(path: path)]
        let text = String(repeating: "x", count: 2000)

        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask { try await gateways[number % 2].send(text, to: .aiko) }
            }
            try await group.waitForAll()
        }

        #expect(try lines() == Array(repeating: #"{"to":"09012345678","text":"\#(text)"}"#, count: 200))
    }

    @Test func `only its owner may read the file`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try FileGateway(path: path)

        let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(permissions == 0o600)
    }

    @Test func `a file that cannot be opened is told at once`() {
        #expect(throws: (any Error).self) { try FileGateway(path: "/nowhere/messages.jsonl") }
    }
}
