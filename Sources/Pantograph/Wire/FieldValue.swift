/// A type that an output can have.
public protocol OutputValue: SendableMetatype {
    var value: Value { get }
}

/// A type that a field can have: it goes both ways.
public protocol FieldValue: OutputValue {
    /// Nil when `value` is of another type.
    init?(value: Value)
}

extension String: FieldValue {
    /// As it travels.
    public var value: Value { .text(self) }

    /// From what the client sent; nil if that is of another type.
    public init?(value: Value) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Bool: FieldValue {
    /// As it travels.
    public var value: Value { .bool(self) }

    /// From what the client sent; nil if that is of another type.
    public init?(value: Value) {
        guard case .bool(let bool) = value else { return nil }
        self = bool
    }
}

extension Int: FieldValue {
    /// As it travels.
    public var value: Value { .integer(self) }

    /// From what the client sent; nil if that is of another type.
    public init?(value: Value) {
        switch value {
        case .integer(let integer): self = integer
        case .number(let number):
            guard let integer = Int(exactly: number) else { return nil }
            self = integer
        default: return nil
        }
    }
}

extension Double: FieldValue {
    /// JSON has no infinities and no NaN; they travel as null.
    public var value: Value { isFinite ? .number(self) : .null }

    /// From what the client sent; nil if that is of another type.
    public init?(value: Value) {
        switch value {
        case .integer(let integer): self = Double(integer)
        case .number(let number) where number.isFinite: self = number
        default: return nil
        }
    }
}

extension Instant: FieldValue {
    /// As it travels.
    public var value: Value { .deadline(self) }

    /// From a value that was kept; a client cannot send a moment.
    public init?(value: Value) {
        guard case .deadline(let moment) = value else { return nil }
        self = moment
    }
}

extension Value: OutputValue {
    /// As it travels.
    public var value: Value { self }
}

extension Optional: OutputValue where Wrapped: OutputValue {
    /// As it travels.
    public var value: Value { self?.value ?? .null }
}

extension Optional: FieldValue where Wrapped: FieldValue {
    /// From what the client sent; nil if that is of another type.
    public init?(value: Value) {
        if case .null = value {
            self = nil
        } else if let wrapped = Wrapped(value: value) {
            self = wrapped
        } else {
            return nil
        }
    }
}

extension Array: OutputValue where Element: OutputValue {
    /// As it travels.
    public var value: Value { .list(map(\.value)) }
}

extension Array: FieldValue where Element: FieldValue {
    /// From what the client sent; nil if that is of another type.
    public init?(value: Value) {
        guard case .list(let values) = value else { return nil }
        var elements: [Element] = []
        for value in values {
            guard let element = Element(value: value) else { return nil }
            elements.append(element)
        }
        self = elements
    }
}
