extension Value: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = .text(text) }
}

extension Value: ExpressibleByIntegerLiteral {
    public init(integerLiteral integer: Int) { self = .integer(integer) }
}

extension Value: ExpressibleByFloatLiteral {
    public init(floatLiteral number: Double) { self = .number(number) }
}

extension Value: ExpressibleByBooleanLiteral {
    public init(booleanLiteral bool: Bool) { self = .bool(bool) }
}

extension Value: ExpressibleByNilLiteral {
    public init(nilLiteral: ()) { self = .null }
}

extension Value: ExpressibleByArrayLiteral {
    public init(arrayLiteral values: Value...) { self = .list(values) }
}

extension Value: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral members: (String, Value)...) {
        self = .object(members.map { Member($0.0, $0.1) })
    }
}
