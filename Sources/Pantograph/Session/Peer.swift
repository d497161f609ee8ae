/// The connection at the far side of a session or conversation, as far as they need to know it.
///
/// Used on one loop only: the one that the user of the peer runs on.
public protocol Peer: AnyObject, Sendable {
    /// Where the client is, by a name that all of its connections have in common.
    var address: String { get }

    /// Whether `send` may be called now. When it turns true again, the transport calls `Conversation.writable()`.
    var isWritable: Bool { get }

    /// Whether more of what the client sent at once is still to be read, so that it is too early to answer.
    var hasMoreToRead: Bool { get }

    /// Sends the payload of `frame` as one text frame. Only while `isWritable`.
    func send(_ frame: inout FrameBuffer)

    /// Closes the connection; nothing is received from it afterwards.
    func close(_ code: CloseCode)

    /// Stops or goes on reading from a client that makes answers faster than it takes them.
    func pauseReading(_ paused: Bool)
}
