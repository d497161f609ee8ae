/// Why a connection is closed: the WebSocket close codes of protocol section 6.
public struct CloseCode: RawRepresentable, Hashable, Sendable {
    /// The number as it travels (RFC 6455 section 7.4).
    public let rawValue: UInt16

    /// Any code.
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
    /// A text that is no UTF-8.
    public static let notUnicode = CloseCode(rawValue: 1007)
    /// Twenty malformed messages in a minute.
    public static let tooManyMalformed = CloseCode(rawValue: 1008)
    /// A message above 64 KiB.
    public static let tooLarge = CloseCode(rawValue: 1009)
    /// Another connection resumed the session.
    public static let takenOver = CloseCode(rawValue: 4001)
    /// The client does not read.
    public static let notReading = CloseCode(rawValue: 4002)
    /// No `open` or `resume` in time.
    public static let notOpened = CloseCode(rawValue: 4003)
    /// Pushed at the message rate for too long.
    public static let flooding = CloseCode(rawValue: 4004)
}
