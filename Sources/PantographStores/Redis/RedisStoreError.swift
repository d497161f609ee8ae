/// Why a Redis store does not do what it was asked to. Never tells a key, a value or a password.
public enum RedisStoreError: Error, Equatable, CustomStringConvertible {
    case badURL(reason: String)
    case unreachable(address: String, reason: String)
    /// It is not known whether what was asked for has been done.
    case lost(address: String, reason: String)
    case refused(reason: String)
    case unexpectedReply

    /// One line for a log.
    public var description: String {
        switch self {
        case .badURL(let reason): "no Redis URL (redis://[user:password@]host[:port][/database]): \(reason)"
        case .unreachable(let address, let reason): "Redis at \(address) cannot be reached: \(reason)"
        case .lost(let address, let reason): "Redis at \(address) was lost: \(reason)"
        case .refused(let reason): "Redis refused: \(reason)"
        case .unexpectedReply: "Redis replied as this store does not expect; is it another program's database?"
        }
    }

    /// Redis may quote what it was sent; such a sentence ends before the quotation.
    init(reply: String) {
        self = .refused(reason: String(reply.prefix { !"'`\"".contains($0) }))
    }
}
