import Glibc
import Pantograph

/// Appends messages to a file, one JSON object a line: `{"to":"09012345678","text":"…"}`. Tests read it.
///
/// An actor, because a disk may block. The file is opened for each message, so that it may be moved away meanwhile.
public actor FileGateway: MessageGateway {
    /// The file cannot be made or opened for writing.
    public struct CannotOpen: Error, CustomStringConvertible {
        /// One line for whoever named the file.
        public let description: String
    }

    private let path: String

    /// Makes the file if there is none. Throws `CannotOpen`.
    public init(path: String) throws {
        self.path = path
        do {
            try Self.withFile(at: path) { _ in }
        } catch {
            throw CannotOpen(description: "cannot write messages to \(path): \(error)")
        }
    }

    /// Appends one line in one write. Throws what the system refused.
    public func send(_ text: String, to number: NationalNumber) throws {
        let line = Value.object([.init("to", .text(number.digits)), .init("text", .text(text))]).json
        try Self.withFile(at: path) { try LineOutput.write(line, to: $0) }
    }

    /// The codes in it are for its owner's eyes only.
    private static func withFile(at path: String, _ body: (CInt) throws -> Void) throws {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw LineOutput.Failure(errno: errno) }
        defer { close(descriptor) }
        try body(descriptor)
    }
}
