import Foundation
import Testing
import TestSupport

/// A Redis of a test's own on a free port of this machine, killed after it.
final class RedisServer {
    private(set) var port: UInt16 = 0
    private let folder: TemporaryFolder
    private let options: [String]
    private var process = Process()

    struct NotStarted: Error {}

    init(_ options: String...) throws {
        folder = try TemporaryFolder()
        self.options = options
        // A port that is free now may be somebody's a moment later.
        for _ in 0..<5 {
            port = try Self.freePort()
            if (try? start()) != nil { return }
        }
        throw NotStarted()
    }

    deinit {
        kill()
    }

    var url: String { "redis://127.0.0.1:\(port)" }

    /// Returns when it accepts connections.
    func start() throws {
        process = Process()
        process.executableURL = URL(filePath: "/usr/bin/redis-server")
        process.arguments =
            ["--port", "\(port)", "--bind", "127.0.0.1", "--dir", folder.url.path, "--save", ""]
            // What it answers to is with the system, which is enough to outlive a kill.
            + ["--appendonly", "yes", "--appendfsync", "no", "--auto-aof-rewrite-percentage", "0"] + options
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var text = ""
        while !text.contains("Ready to accept connections") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty {
                process.waitUntilExit()
                throw NotStarted()
            }
            text += String(decoding: data, as: UTF8.self)
        }
    }

    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Stops answering, without closing anything.
    func freeze() {
        Glibc.kill(process.processIdentifier, SIGSTOP)
    }

    func thaw() {
        Glibc.kill(process.processIdentifier, SIGCONT)
    }

    /// What `redis-cli` prints.
    func cli(_ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/redis-cli")
        process.arguments = ["-p", "\(port)"] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { address in
            // The socket calls take addresses of any family by their common beginning.
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 ? getsockname(descriptor, address, &length) : -1
            }
        }
        try #require(status == 0)
        return UInt16(bigEndian: address.sin_port)
    }
}
