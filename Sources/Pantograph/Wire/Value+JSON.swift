extension Value {
    /// Reads one JSON value (RFC 8259) from UTF-8; nil if the bytes are anything else. A deadline comes as an object.
    public init?(json bytes: Span<UInt8>) {
        guard (try? UTF8Span(validating: bytes)) != nil else { return nil }
        var reader = JSONReader()
        guard let value = try? reader.value(in: bytes, depth: 0), reader.peek(in: bytes) == nil else { return nil }
        self = value
    }

    /// This value as JSON, as a frame made at the epoch would have it.
    public var json: String {
        var frame = FrameBuffer()
        frame.value(self, now: Instant(sinceEpoch: .zero))
        return String(decoding: frame.payload, as: UTF8.self)
    }

    /// The value of a member of an object; of several of one name the last. Nil for other values.
    public subscript(name: String) -> Value? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }
}
