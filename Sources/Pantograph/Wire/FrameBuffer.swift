/// The bytes of one outgoing frame, written as JSON. A loop keeps one and uses it again for every frame.
public struct FrameBuffer {
    /// Free bytes in front, for a transport that writes its header there.
    public let headroom: Int
    /// Headroom and payload.
    public private(set) var bytes: [UInt8]
    /// Whether the next member of the innermost object or list needs a comma before it.
    private var needsComma = false

    /// An empty frame.
    public init(headroom: Int = 0) {
        self.headroom = headroom
        bytes = Array(repeating: 0, count: headroom)
        bytes.reserveCapacity(headroom + 1024)
    }

    /// What is to be sent.
    public var payload: ArraySlice<UInt8> { bytes[headroom...] }

    /// Whether there is no payload.
    public var isEmpty: Bool { bytes.count == headroom }

    /// Forgets the payload and keeps the memory, unless one frame made it unusually large.
    public mutating func clear() {
        bytes.removeLast(bytes.count - headroom)
        needsComma = false
        if bytes.capacity > 1 << 18 { self = FrameBuffer(headroom: headroom) }
    }

    /// Gives the transport its headroom and the payload in place.
    ///
    /// Unsafe because transports are written in C; the pointer is good until `body` returns.
    public mutating func withUnsafeMutableBytes<R>(_ body: (UnsafeMutableRawBufferPointer) throws -> R) rethrows -> R {
        try bytes.withUnsafeMutableBytes(body)
    }

    /// A place to go back to when what follows turns out to be nothing.
    struct Mark {
        fileprivate let count: Int
        fileprivate let needsComma: Bool
    }

    var mark: Mark { Mark(count: bytes.count, needsComma: needsComma) }

    mutating func restore(_ mark: Mark) {
        bytes.removeLast(bytes.count - mark.count)
        needsComma = mark.needsComma
    }

    mutating func open(_ bracket: Unicode.Scalar) {
        bytes.append(ascii(bracket))
        needsComma = false
    }

    mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(ascii(bracket))
        needsComma = true
    }

    /// Begins a member of an object; its value comes next.
    mutating func name(_ name: StaticString) {
        separate()
        literal("\"")
        literal(name)
        literal("\":")
        needsComma = false
    }

    /// Begins a member whose quoted name and colon were made before.
    mutating func name(encoded name: [UInt8]) {
        separate()
        bytes.append(contentsOf: name)
        needsComma = false
    }

    /// Begins an item of a list.
    mutating func separate() {
        if needsComma { bytes.append(ascii(",")) }
        needsComma = true
    }

    /// A value that is JSON already.
    mutating func raw(_ json: [UInt8]) {
        bytes.append(contentsOf: json)
        needsComma = true
    }

    /// `now` is the moment of the frame, from which deadlines count.
    mutating func value(_ value: Value, now: Instant) {
        switch value {
        case .null: literal("null")
        case .bool(let bool): literal(bool ? "true" : "false")
        case .integer(let integer): self.integer(integer)
        case .number(let number):
            if number.isFinite { bytes.append(contentsOf: number.description.utf8) } else { literal("null") }
        case .text(let text): self.text(text)
        case .list(let values):
            open("[")
            for value in values {
                separate()
                self.value(value, now: now)
            }
            close("]")
        case .object(let members):
            open("{")
            for member in members {
                separate()
                text(member.name)
                bytes.append(ascii(":"))
                self.value(member.value, now: now)
            }
            close("}")
        case .deadline(let deadline):
            open("{")
            name("in")
            integer(now.duration(to: deadline).milliseconds)
            close("}")
        }
        needsComma = true
    }

    mutating func integer(_ integer: Int) {
        // From the last digit to the first into a corner of the stack: `description` would make a text.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.count
            var rest = integer.magnitude
            repeat {
                start -= 1
                digits[start] = ascii("0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0
            if integer < 0 {
                start -= 1
                digits[start] = ascii("-")
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
        needsComma = true
    }

    mutating func bool(_ bool: Bool) {
        literal(bool ? "true" : "false")
        needsComma = true
    }

    /// RFC 8259 section 7: only quote, backslash and control characters need an escape.
    mutating func text(_ text: String) {
        bytes.append(ascii("\""))
        let utf8 = text.utf8Span.span
        var start = 0
        for index in utf8.indices {
            let byte = utf8[index]
            if byte >= 0x20, byte != ascii("\""), byte != ascii("\\") { continue }
            append(utf8.extracting(start..<index))
            escape(byte)
            start = index + 1
        }
        append(utf8.extracting(start..<utf8.count))
        bytes.append(ascii("\""))
        needsComma = true
    }

    private mutating func append(_ run: Span<UInt8>) {
        run.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(ascii("\\"))
        switch byte {
        case ascii("\""), ascii("\\"): bytes.append(byte)
        case ascii("\n"): bytes.append(ascii("n"))
        case ascii("\r"): bytes.append(ascii("r"))
        case ascii("\t"): bytes.append(ascii("t"))
        default:
            literal("u00")
            for digit in [byte >> 4, byte & 15] {
                bytes.append(digit < 10 ? ascii("0") + digit : ascii("a") + digit - 10)
            }
        }
    }

    private mutating func literal(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }
}

extension Duration {
    /// Whole milliseconds, rounded up; from 0 to some thirty thousand years, so that no deadline overflows.
    var milliseconds: Int {
        let (seconds, attoseconds) = min(max(self, .zero), .seconds(1 << 40)).components
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

extension FrameBuffer {
    /// A member's name as `name(encoded:)` takes it.
    static func encoded(name: String) -> [UInt8] {
        var buffer = FrameBuffer()
        buffer.text(name)
        return buffer.bytes + [ascii(":")]
    }
}
