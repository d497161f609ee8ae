import Foundation
import Glibc
import Synchronization

/// A service on a free port that answers each connection as it is told to, byte by byte.
final class TestService: Sendable {
    /// What it does with a connection once the request is read.
    enum Answer: Sendable {
        case status(String, headers: String = "", body: String = "")
        /// These bytes, and then the end.
        case bytes(String)
        /// Nothing, until the client goes.
        case silence
        /// The end.
        case hangUp
        /// These bytes, again and again until the client goes.
        case flood(String)
    }

    struct Request: Sendable, Equatable {
        var line: String
        var headers: [String: String]
        var body: String
    }

    let port: UInt16
    private let listener: Int32
    private let answers: Mutex<[Answer]>
    private let seen = Mutex<[Request]>([])
    private let connections = Mutex<Set<Int32>>([])

    /// The last answer is for all that follow.
    init(_ answers: Answer...) throws {
        self.answers = Mutex(answers)
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The C interface takes every kind of address by one pointer.
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in accept() }
    }

    var url: String { "http://127.0.0.1:\(port)/messages?a=b" }
    var requests: [Request] { seen.withLock(\.self) }

    /// Ends all connections, and takes no more.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        connections.withLock { for connection in $0 { shutdown(connection, Int32(SHUT_RDWR)) } }
    }

    private func accept() {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            guard connection >= 0 else { break }
            connections.withLock { _ = $0.insert(connection) }
            Thread.detachNewThread { [self] in
                serve(connection)
                connections.withLock { _ = $0.remove(connection) }
                close(connection)
            }
        }
        close(listener)
    }

    private func serve(_ connection: Int32) {
        guard let request = Self.read(connection) else { return }
        seen.withLock { $0.append(request) }
        let answer = answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        switch answer {
        case .status(let status, let headers, let body):
            let head = "HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.utf8.count)\r\n"
            _ = Self.write(head + "Connection: close\r\n\r\n" + body, connection)
        case .bytes(let text): _ = Self.write(text, connection)
        case .silence: _ = Self.read(connection)
        case .hangUp: break
        case .flood(let text): while Self.write(text, connection) {}
        }
    }

    private static func write(_ text: String, _ connection: Int32) -> Bool {
        send(connection, text, text.utf8.count, Int32(MSG_NOSIGNAL)) > 0
    }

    private static func read(_ connection: Int32) -> Request? {
        var text = ""
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(connection, &bytes, bytes.count, 0)
            guard count > 0 else { return nil }
            text += String(decoding: bytes[..<count], as: UTF8.self)
            let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let lines = parts[0].split(separator: "\r\n")
            var headers: [String: String] = [:]
            for line in lines.dropFirst() {
                let pair = line.split(separator: ":", maxSplits: 1)
                headers[pair[0].lowercased()] = pair[1].trimmingCharacters(in: .whitespaces)
            }
            guard parts[1].utf8.count >= Int(headers["content-length"] ?? "0") ?? 0 else { continue }
            return Request(line: String(lines[0]), headers: headers, body: String(parts[1]))
        }
    }
}
