import CHiredis

/// What Redis answered.
enum RedisReply: Sendable, Equatable {
    case none
    case integer(Int64)
    case bytes([UInt8])
    case list([RedisReply])
    case error(String)

    /// Copies what hiredis owns. `reply` must be whole, as hiredis gives it.
    init(_ reply: redisReply) {
        switch reply.type {
        case REDIS_REPLY_INTEGER: self = .integer(reply.integer)
        case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .bytes(Self.bytes(reply))
        case REDIS_REPLY_ERROR: self = .error(String(decoding: Self.bytes(reply), as: UTF8.self))
        case REDIS_REPLY_ARRAY:
            // hiredis has `elements` pointers there; none of them is nil in a whole reply.
            let elements = UnsafeBufferPointer(start: reply.element, count: reply.elements)
            self = .list(elements.map { element in element.map { RedisReply($0.pointee) } ?? .none })
        default: self = .none
        }
    }

    /// Throws what an error says.
    func checked() throws(RedisStoreError) -> RedisReply {
        if case .error(let text) = self { throw RedisStoreError(reply: text) }
        return self
    }

    /// Redis has not got the script of an EVALSHA, and has done nothing.
    var isMissingScript: Bool {
        if case .error(let text) = self { text.hasPrefix("NOSCRIPT") } else { false }
    }

    /// Redis is a replica and takes no changes.
    var isReadOnly: Bool {
        if case .error(let text) = self { text.hasPrefix("READONLY") } else { false }
    }

    private static func bytes(_ reply: redisReply) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: reply.str, count: reply.len))  // `str` has `len` bytes, says hiredis
    }
}
