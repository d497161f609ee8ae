/// Why bytes are no message.
enum MessageError: Error {
    /// The bytes are not UTF-8: RFC 6455 section 8.1 asks to close with 1007.
    case notUnicode
    /// Not what protocol section 2 describes; the text tells developers what.
    case malformed(String)
}
