/// One message of a client (protocol section 2): exactly one verb, further members ignored.
enum Message: Sendable, Equatable {
    case open(screen: String, locale: String?)
    case resume(token: String, seen: Int)
    case event(Event, number: Int?)
    case leave
    /// The value's own bytes, to be sent back as they are.
    case ping([UInt8])

    /// What the person did.
    enum Event: Sendable, Equatable {
        case set([Value.Member])
        case tap(String)
        case `return`(String)
    }

    /// 2^53 - 1: the largest integer that every JSON library keeps.
    static let largestNumber = 9_007_199_254_740_991

    /// Reads a message from the bytes of one whole WebSocket message.
    init(_ bytes: Span<UInt8>) throws(MessageError) {
        guard (try? UTF8Span(validating: bytes)) != nil else { throw .notUnicode }
        var reader = JSONReader()
        guard reader.takes(ascii("{"), in: bytes) else { throw .malformed("not a JSON object") }
        var parts = Parts()
        try reader.members(in: bytes) { (reader, name) throws(MessageError) in
            try parts.read(name, from: &reader, in: bytes)
        }
        guard reader.peek(in: bytes) == nil else { throw .malformed("something follows the object") }
        self = try parts.message()
    }
}

/// The members of a message as they come along; their order is free.
private struct Parts {
    private enum Verb { case open, resume, set, tap, `return`, leave, ping }

    private var verb: Verb?
    private var value = Value.null
    private var members: [Value.Member] = []
    private var ping: [UInt8] = []
    private var number, seen, locale: Value?

    mutating func read(_ name: String, from reader: inout JSONReader, in bytes: Span<UInt8>) throws(MessageError) {
        switch name {
        case "set":
            try note(.set)
            guard reader.takes(ascii("{"), in: bytes) else { throw .malformed("set is no object") }
            members = try reader.object(in: bytes, depth: 2)
        case "tap": try readVerb(.tap, from: &reader, in: bytes)
        case "return": try readVerb(.return, from: &reader, in: bytes)
        case "open": try readVerb(.open, from: &reader, in: bytes)
        case "resume": try readVerb(.resume, from: &reader, in: bytes)
        case "leave": try readVerb(.leave, from: &reader, in: bytes)
        case "ping":
            try note(.ping)
            _ = reader.peek(in: bytes)
            let start = reader.position
            _ = try reader.value(in: bytes, depth: 1)
            ping = (start..<reader.position).map { bytes[$0] }
        case "n": try readOnce("n", into: &number, from: &reader, in: bytes)
        case "seen": try readOnce("seen", into: &seen, from: &reader, in: bytes)
        case "locale": try readOnce("locale", into: &locale, from: &reader, in: bytes)
        default: _ = try reader.value(in: bytes, depth: 1)
        }
    }

    private mutating func readVerb(
        _ verb: Verb, from reader: inout JSONReader, in bytes: Span<UInt8>
    ) throws(MessageError) {
        try note(verb)
        value = try reader.value(in: bytes, depth: 1)
    }

    private func readOnce(
        _ name: String, into value: inout Value?, from reader: inout JSONReader, in bytes: Span<UInt8>
    ) throws(MessageError) {
        guard value == nil else { throw .malformed("several members named \(name)") }
        value = try reader.value(in: bytes, depth: 1)
    }

    private mutating func note(_ verb: Verb) throws(MessageError) {
        guard self.verb == nil else { throw .malformed("several verbs") }
        self.verb = verb
    }

    func message() throws(MessageError) -> Message {
        switch verb {
        case .set: return .event(.set(members), number: try eventNumber())
        case .tap: return .event(.tap(try text("tap")), number: try eventNumber())
        case .return: return .event(.return(try text("return")), number: try eventNumber())
        case .open: return .open(screen: try text("open"), locale: try optionalText(locale, "locale"))
        case .resume: return .resume(token: try text("resume"), seen: try effectNumber())
        case .leave:
            guard value == .bool(true) else { throw .malformed("leave is not true") }
            return .leave
        case .ping: return .ping(ping)
        case nil: throw .malformed("no verb")
        }
    }

    private func text(_ name: String) throws(MessageError) -> String {
        guard case .text(let text) = value else { throw .malformed("\(name) is no text") }
        return text
    }

    private func optionalText(_ value: Value?, _ name: String) throws(MessageError) -> String? {
        switch value {
        case nil: return nil
        case .text(let text): return text
        default: throw .malformed("\(name) is no text")
        }
    }

    private func eventNumber() throws(MessageError) -> Int? {
        guard let number else { return nil }
        guard let integer = Int(value: number), (1...Message.largestNumber).contains(integer) else {
            throw .malformed("n is no integer from 1 to 2^53-1")
        }
        return integer
    }

    private func effectNumber() throws(MessageError) -> Int {
        guard let seen else { return 0 }
        guard let integer = Int(value: seen), (0...Message.largestNumber).contains(integer) else {
            throw .malformed("seen is no integer from 0 to 2^53-1")
        }
        return integer
    }
}
