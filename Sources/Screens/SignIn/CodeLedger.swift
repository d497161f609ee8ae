import Pantograph

/// What is remembered of one telephone number: the messages that it got and the code that it may enter.
///
/// A plain value. Each entry bears the key of the event that made it, so that an event that runs again after a crash
/// finds what it has done already.
struct CodeLedger: Equatable {
    struct Sending: Equatable {
        let key: String
        let time: Instant
        /// Random, and what the code is made from: an event that runs again sends the same one.
        let seed: String
        /// Whether the gateway has taken the message.
        var isSent = false
    }

    struct Code: Equatable {
        /// The code's keyed hash.
        let digest: [UInt8]
        /// From this moment on it is not good any more.
        let end: Instant
        /// Who has guessed.
        var guesses: [String] = []
        /// Who has guessed right.
        var user: String?
        /// Whether the number had a person then.
        var isKnown = true
    }

    /// What to do with a message that is asked for.
    enum Decision: Equatable {
        case send(seed: String)
        /// In the cool-down, or sent by this very event before.
        case nothing
        /// In the cool-down of a message that may still fail: another server is sending it.
        case wait
        case dailyLimitReached
    }

    private static let day = Duration.seconds(24 * 60 * 60)
    /// Longer than a gateway may take.
    private static let sendingTime = Duration.seconds(15)

    private(set) var sendings: [Sending] = []
    private(set) var code: Code?

    /// When nothing of this matters any more; nil if there is nothing.
    var end: Instant? {
        [sendings.last?.time.advanced(by: Self.day), code?.end].compactMap { $0 }.max()
    }

    mutating func forget(before now: Instant) {
        sendings.removeAll { $0.time.advanced(by: Self.day) <= now }
        if let code, code.end <= now { self.code = nil }
    }

    /// Takes the right to send one message; it counts from `now` on. The cool-down is judged before the day: in it,
    /// nobody needs to hear of the daily limit.
    mutating func reserve(
        _ key: String, seed: String, at now: Instant, coolDown: Duration, messagesADay: Int
    ) -> Decision {
        // Interrupted before it was known to be sent: the gateway gets the same key and can tell.
        if let sending = sendings.first(where: { $0.key == key }) {
            return sending.isSent ? .nothing : .send(seed: sending.seed)
        }
        // Of a server that has gone, and has not come back to it.
        sendings.removeAll { !$0.isSent && $0.time.advanced(by: Self.sendingTime) <= now }
        if let newest = sendings.last, now < newest.time.advanced(by: coolDown) {
            return newest.isSent ? .nothing : .wait
        }
        if sendings.count >= messagesADay { return .dailyLimitReached }
        sendings.append(Sending(key: key, time: now, seed: seed))
        return .send(seed: seed)
    }

    /// Counts a message that an address has asked for; false if it has had its share of the day.
    mutating func count(_ key: String, at now: Instant, messagesADay: Int) -> Bool {
        if sendings.contains(where: { $0.key == key }) { return true }
        guard sendings.count < messagesADay else { return false }
        sendings.append(Sending(key: key, time: now, seed: "", isSent: true))
        return true
    }

    /// The message has left: its code is the only one from now on.
    mutating func confirm(_ key: String, with digest: [UInt8], until end: Instant) {
        if let index = sendings.firstIndex(where: { $0.key == key }) { sendings[index].isSent = true }
        code = Code(digest: digest, end: end)
    }

    /// The message has not left: it never counted.
    mutating func release(_ key: String) {
        sendings.removeAll { $0.key == key }
    }

    /// Counts a guess and gives what to compare it with; nil if there is no code or no guess left.
    mutating func guess(_ key: String, limit: Int) -> [UInt8]? {
        guard let code, code.user == nil || code.user == key else { return nil }
        if !code.guesses.contains(key) {
            guard code.guesses.count < limit else { return nil }
            self.code?.guesses.append(key)
        }
        return code.digest
    }

    /// The guess was right: so it is for the first who says so of the code with this digest.
    mutating func useUp(_ key: String, _ digest: [UInt8], isKnown: Bool) -> CodeVerdict {
        guard let code, KeyedHash.areEqual(code.digest, digest), code.user == nil || code.user == key else {
            return .spent
        }
        if code.user == nil {
            self.code?.user = key
            self.code?.isKnown = isKnown
        }
        return self.code?.isKnown == true ? .right : .rightOfNewcomer
    }
}

extension CodeLedger {
    /// As it is stored: JSON.
    var bytes: [UInt8] {
        let sendings = sendings.map {
            Value.list([.text($0.key), .integer($0.time.stored), .text($0.seed), .bool($0.isSent)])
        }
        let code = code.map { code in
            Value.list([
                .list(code.digest.map { .integer(Int($0)) }), .integer(code.end.stored),
                .list(code.guesses.map(Value.text)), code.user.map(Value.text) ?? .null, .bool(code.isKnown),
            ])
        }
        return Array(Value.list([.list(sendings), code ?? .null]).json.utf8)
    }

    /// What is left of the bytes; nothing if they are none of a ledger.
    init(_ bytes: [UInt8]) {
        guard case .list(let parts) = Value(json: bytes.span), parts.count == 2 else { return }
        if case .list(let items) = parts[0] {
            sendings = items.compactMap { item in
                guard case .list(let parts) = item, parts.count == 4, case .text(let key) = parts[0],
                    case .integer(let time) = parts[1], case .text(let seed) = parts[2],
                    case .bool(let isSent) = parts[3]
                else { return nil }
                return Sending(key: key, time: Instant(stored: time), seed: seed, isSent: isSent)
            }
        }
        if case .list(let parts) = parts[1], parts.count == 5, let digest = [Int](value: parts[0]),
            case .integer(let end) = parts[1], let guesses = [String](value: parts[2]),
            case .bool(let isKnown) = parts[4]
        {
            code = Code(
                digest: digest.map { UInt8(truncatingIfNeeded: $0) }, end: Instant(stored: end), guesses: guesses,
                user: String(value: parts[3]), isKnown: isKnown)
        }
    }
}

extension Instant {
    /// Milliseconds since the epoch.
    fileprivate var stored: Int {
        let (seconds, attoseconds) = sinceEpoch.components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    fileprivate init(stored: Int) {
        self.init(sinceEpoch: .milliseconds(stored))
    }
}
