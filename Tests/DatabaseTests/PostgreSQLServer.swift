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

    /// PostgreSQL refuses root. A shell holds it, which ends it when its standard input ends, and that ends with this
    /// process in any case.
    private static let script = """
        set -e
        trap '' INT
        PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
        if [ $(id -u) = 0 ]; then
            chown postgres "$0"
            as="setpriv --reuid=postgres --regid=postgres --clear-groups"
        fi
        cd "$0"
        $as initdb --pgdata data --username test --auth trust --no-sync --encoding UTF8 --locale C >/dev/null
        $as postgres -D data -c listen_addresses= -c unix_socket_directories="$0" -c fsync=off 2>&1 &
        cat >/dev/null
        kill -INT $!
        wait $! || true
        rm -rf "$0"
        """

    private init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "pg-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", Self.script, folder]
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
