/// Why a connection is closed: the WebSocket close codes of protocol section 6.
public struct CloseCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// After `leave`.
    public static let left = CloseCode(rawValue: 1000)
    /// The server is going away.
    public static let goingAway = CloseCode(rawValue: 1001)
    /// Broke RFC 6455.
    public static let protocolError = CloseCode(rawValue: 1002)
    /// A binary frame.
    public static let notText = CloseCode(rawValue: 1003)
    public static let notUnicode = CloseCode(rawValue: 1007)
    /// Twenty malformed messages in a minute.
    public static let tooManyMalformed = CloseCode(rawValue: 1008)
    public static let tooLarge = CloseCode(rawValue: 1009)
    /// Another connection resumed the session.
    public static let takenOver = CloseCode(rawValue: 4001)
    /// The client does not read.
    public static let notReading = CloseCode(rawValue: 4002)
    /// No `open` or `resume` in time.
    public static let notOpened = CloseCode(rawValue: 4003)
    public static let flooding = CloseCode(rawValue: 4004)
}
