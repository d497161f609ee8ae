/// Reads JSON (RFC 8259) strictly from well-formed UTF-8, one value at a time.
///
/// Hand-written because this module sees neither Foundation nor C, and because every keystroke passes here;
/// `make bench` compares it with the toolchain's own.
struct JSONReader {
    /// The next byte to read.
    private(set) var position = 0
    /// Protocol section 6: objects and arrays above this nesting are malformed.
    static let nestingLimit = 16

    /// Whether `expected` comes next, after white space; it is consumed then.
    mutating func takes(_ expected: UInt8, in bytes: Span<UInt8>) -> Bool {
        guard peek(in: bytes) == expected else { return false }
        position += 1
        return true
    }

    /// The next byte that is not white space; nil at the end.
    mutating func peek(in bytes: Span<UInt8>) -> UInt8? {
        while position < bytes.count {
            switch bytes[position] {
            case ascii(" "), ascii("\n"), ascii("\r"), ascii("\t"): position += 1
            case let byte: return byte
            }
        }
        return nil
    }

    /// Reads the members of an object whose brace has been consumed, passing each name to `member`,
    /// which must read the value.
    mutating func members(
        in bytes: Span<UInt8>, _ member: (inout JSONReader, String) throws(MessageError) -> Void
    ) throws(MessageError) {
        if takes(ascii("}"), in: bytes) { return }
        repeat {
            guard takes(ascii("\""), in: bytes) else { throw .malformed("a member has no name") }
            let name = try text(in: bytes)
            guard takes(ascii(":"), in: bytes) else { throw .malformed("a member has no value") }
            try member(&self, name)
        } while takes(ascii(","), in: bytes)
        guard takes(ascii("}"), in: bytes) else { throw .malformed("an object does not end") }
    }

    /// Reads one value. `depth` is the nesting level of the container that it stands in.
    mutating func value(in bytes: Span<UInt8>, depth: Int) throws(MessageError) -> Value {
        switch peek(in: bytes) {
        case ascii("\""):
            position += 1
            return .text(try text(in: bytes))
        case ascii("{"):
            position += 1
            return .object(try object(in: bytes, depth: depth + 1))
        case ascii("["):
            position += 1
            return .list(try list(in: bytes, depth: depth + 1))
        case ascii("t"):
            try word("true", in: bytes)
            return .bool(true)
        case ascii("f"):
            try word("false", in: bytes)
            return .bool(false)
        case ascii("n"):
            try word("null", in: bytes)
            return .null
        case let byte? where byte == ascii("-") || (ascii("0")...ascii("9")).contains(byte):
            return try number(in: bytes)
        case nil:
            throw .malformed("the message ends too early")
        default:
            throw .malformed("no JSON at byte \(position)")
        }
    }

    /// Reads the members of an object whose brace has been consumed.
    mutating func object(in bytes: Span<UInt8>, depth: Int) throws(MessageError) -> [Value.Member] {
        try checkNesting(depth)
        var members: [Value.Member] = []
        try self.members(in: bytes) { (reader, name) throws(MessageError) in
            members.append(Value.Member(name, try reader.value(in: bytes, depth: depth)))
        }
        return members
    }

    private mutating func list(in bytes: Span<UInt8>, depth: Int) throws(MessageError) -> [Value] {
        try checkNesting(depth)
        if takes(ascii("]"), in: bytes) { return [] }
        var values: [Value] = []
        repeat {
            values.append(try value(in: bytes, depth: depth))
        } while takes(ascii(","), in: bytes)
        guard takes(ascii("]"), in: bytes) else { throw .malformed("an array does not end") }
        return values
    }

    private func checkNesting(_ depth: Int) throws(MessageError) {
        guard depth <= Self.nestingLimit else { throw .malformed("nesting above \(Self.nestingLimit)") }
    }

    private mutating func word(_ word: StaticString, in bytes: Span<UInt8>) throws(MessageError) {
        for expected in word.description.utf8 {
            guard position < bytes.count, bytes[position] == expected else {
                throw .malformed("no JSON at byte \(position)")
            }
            position += 1
        }
    }

    /// RFC 8259 section 6: no leading zeros, no bare point, no plus sign in front.
    private mutating func number(in bytes: Span<UInt8>) throws(MessageError) -> Value {
        let start = position
        var isInteger = true
        if bytes[position] == ascii("-") { position += 1 }
        let first = position
        try digits(in: bytes)
        if bytes[first] == ascii("0"), position - first > 1 { throw .malformed("a number begins with 0") }
        if position < bytes.count, bytes[position] == ascii(".") {
            isInteger = false
            position += 1
            try digits(in: bytes)
        }
        if position < bytes.count, bytes[position] | 0x20 == ascii("e") {
            isInteger = false
            position += 1
            if position < bytes.count, bytes[position] == ascii("+") || bytes[position] == ascii("-") { position += 1 }
            try digits(in: bytes)
        }
        let text = try string(bytes.extracting(start..<position))
        if isInteger, let integer = Int(text) { return .integer(integer) }
        guard let number = Double(text) else { throw .malformed("no number at byte \(start)") }
        return .number(number)
    }

    private mutating func digits(in bytes: Span<UInt8>) throws(MessageError) {
        let start = position
        while position < bytes.count, (ascii("0")...ascii("9")).contains(bytes[position]) { position += 1 }
        guard position > start else { throw .malformed("a number lacks digits at byte \(start)") }
    }

    /// Reads a text whose opening quote has been consumed.
    private mutating func text(in bytes: Span<UInt8>) throws(MessageError) -> String {
        var result = ""
        while true {
            let start = position
            while position < bytes.count, bytes[position] != ascii("\""), bytes[position] != ascii("\\") {
                guard bytes[position] >= 0x20 else { throw .malformed("a bare control character at byte \(position)") }
                position += 1
            }
            guard position < bytes.count else { throw .malformed("a text does not end") }
            let run = try string(bytes.extracting(start..<position))
            let isEnd = bytes[position] == ascii("\"")
            position += 1
            if isEnd, result.isEmpty { return run }
            result += run
            if isEnd { return result }
            result.unicodeScalars.append(try escape(in: bytes))
        }
    }

    private mutating func escape(in bytes: Span<UInt8>) throws(MessageError) -> Unicode.Scalar {
        guard position < bytes.count else { throw .malformed("a text does not end") }
        position += 1
        switch bytes[position - 1] {
        case ascii("\""): return "\""
        case ascii("\\"): return "\\"
        case ascii("/"): return "/"
        case ascii("b"): return "\u{8}"
        case ascii("f"): return "\u{c}"
        case ascii("n"): return "\n"
        case ascii("r"): return "\r"
        case ascii("t"): return "\t"
        case ascii("u"): return try unicodeEscape(in: bytes)
        default: throw .malformed("an unknown escape at byte \(position - 1)")
        }
    }

    /// Well-formed Unicode only: half a surrogate pair is malformed (protocol section 3).
    private mutating func unicodeEscape(in bytes: Span<UInt8>) throws(MessageError) -> Unicode.Scalar {
        let unit = try hex(in: bytes)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard (0xD800...0xDBFF).contains(unit), position + 1 < bytes.count,
            bytes[position] == ascii("\\"), bytes[position + 1] == ascii("u")
        else { throw .malformed("half a surrogate pair") }
        position += 2
        let low = try hex(in: bytes)
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw .malformed("half a surrogate pair") }
        return scalar
    }

    private mutating func hex(in bytes: Span<UInt8>) throws(MessageError) -> UInt32 {
        guard position + 4 <= bytes.count else { throw .malformed("a text does not end") }
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else {
                throw .malformed("an escape lacks digits")
            }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    /// Quotes and backslashes never stand inside a character of well-formed UTF-8, so this cannot fail there.
    private func string(_ bytes: Span<UInt8>) throws(MessageError) -> String {
        guard let text = try? UTF8Span(validating: bytes) else { throw .notUnicode }
        return String(copying: text)
    }
}

/// The byte of an ASCII character.
@inline(__always)
func ascii(_ scalar: Unicode.Scalar) -> UInt8 { UInt8(truncatingIfNeeded: scalar.value) }
