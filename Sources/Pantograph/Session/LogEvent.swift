/// Something worth telling whoever runs the server. Never holds a secret, a code, a token or a whole phone number.
public struct LogEvent: Sendable {
    /// How much an event matters.
    public enum Level: String, Sendable, Comparable {
        case debug, info, warning, error

        /// `debug` is the least.
        public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .debug: 0
            case .info: 1
            case .warning: 2
            case .error: 3
            }
        }
    }

    /// How much it matters.
    public let level: Level
    /// What happened, in a few words.
    public let name: String
    /// Details, in the order in which they are told.
    public let details: [(name: String, value: Value)]

    /// Details are told in this order.
    public init(_ level: Level, _ name: String, _ details: (name: String, value: Value)...) {
        self.level = level
        self.name = name
        self.details = details
    }
}
