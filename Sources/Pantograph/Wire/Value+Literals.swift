extension Value: ExpressibleByStringLiteral {
    /// A text.
    public init(stringLiteral text: String) { self = .text(text) }
}

extension Value: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral integer: Int) { self = .integer(integer) }
}

extension Value: ExpressibleByFloatLiteral {
    /// A number.
    public init(floatLiteral number: Double) { self = .number(number) }
}

extension Value: ExpressibleByBooleanLiteral {
    /// True or false.
    public init(booleanLiteral bool: Bool) { self = .bool(bool) }
}

extension Value: ExpressibleByNilLiteral {
    /// Null.
    public init(nilLiteral: ()) { self = .null }
}

extension Value: ExpressibleByArrayLiteral {
    /// A list.
    public init(arrayLiteral values: Value...) { self = .list(values) }
}

extension Value: ExpressibleByDictionaryLiteral {
    /// An object, in this order.
    public init(dictionaryLiteral members: (String, Value)...) {
        self = .object(members.map { Member($0.0, $0.1) })
    }
}
