import Foundation
import Glibc
import PostgreSQL
import Synchronization

/// A PostgreSQL server of Debian's package, with its data in a folder of its own and no port, only a socket there.
final class PostgreSQLServer: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// One for all tests: it takes a second to make.
    static let shared = Result { try PostgreSQLServer() }

    private let folder: String
    private let databases = Atomic(0)

    private init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "pg-\(UUID().uuidString.prefix(8))").path
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../postgresql")
        process.arguments = [folder]
        // Ends with this process, and the server with it.
        process.standardInput = Pipe()
        process.standardOutput = output
        try process.run()
        var log = ""
        while !log.contains("ready to accept connections") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Failure(description: "PostgreSQL has not started: \(log)") }
            log += String(decoding: data, as: UTF8.self)
        }
        // What it says from now on is thrown away.
        output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
    }

    /// The URL of a new, empty database.
    static func database() throws -> String {
        let server = try shared.get()
        let name = "test\(server.databases.add(1, ordering: .relaxed).newValue)"
        try Connection(server.url(of: "postgres")).run("CREATE DATABASE \(name)")
        return server.url(of: name)
    }

    private func url(of name: String) -> String {
        let host = folder.replacing("/", with: "%2F")
        return "postgres://test@\(host)/\(name)"
    }
}
