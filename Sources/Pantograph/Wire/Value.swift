/// What a field or an output can hold on the wire (protocol section 3): JSON, and deadlines.
public enum Value: Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([Value])
    case object([Member])
    /// A moment; travels as the milliseconds left until then.
    case deadline(Instant)

    /// A named value of an object. Names may repeat, as JSON lets them.
    public struct Member: Sendable, Equatable {
        /// The name, any text.
        public let name: String
        /// What it names.
        public let value: Value

        /// Names a value.
        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }

        /// Names are compared byte for byte too.
        public static func == (left: Member, right: Member) -> Bool {
            left.name.hasSameBytes(as: right.name) && left.value == right.value
        }
    }
}

extension Value: Equatable {
    /// Equality of what a client would show: texts are compared byte for byte, not in canonical equivalence.
    public static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.list(let left), .list(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        case (.deadline(let left), .deadline(let right)): left == right
        default: false
        }
    }
}

extension String {
    /// `==` takes "é" for "e\u{301}"; a person who typed one would see the other. This does not.
    func hasSameBytes(as other: String) -> Bool {
        // The cheap test first; then the bytes, and those one by one only if they can differ.
        guard self == other, utf8.count == other.utf8.count else { return false }
        if utf8Span.isKnownASCII { return true }
        let (left, right) = (utf8Span.span, other.utf8Span.span)
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }
}
