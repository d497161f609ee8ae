import Glibc

/// A descriptor that takes whole lines.
enum LineOutput {
    /// The system refused to open or to write; the number is `errno`'s.
    struct Failure: Error, CustomStringConvertible {
        let errno: CInt

        var description: String { String(cString: strerror(errno)) }
    }

    /// Hands `line` and its newline to the system in one write, so that lines of several writers never mix. Blocks.
    static func write(_ line: String, to descriptor: CInt) throws {
        var rest = Array("\(line)\n".utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw Failure(errno: errno)
            }
        }
    }
}
