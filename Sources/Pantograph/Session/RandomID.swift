/// 128 random bits, written as 22 characters of base64url (RFC 4648 section 5).
struct RandomID: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    static let length = 22

    /// A new one, from the system's cryptographically secure generator.
    init() {
        var generator = SystemRandomNumberGenerator()
        high = generator.next()
        low = generator.next()
    }

    /// Nil if `text` is no text of one.
    init?(_ text: Substring) {
        guard text.utf8.count == Self.length else { return nil }
        var bits: (high: UInt64, low: UInt64) = (0, 0)
        for byte in text.utf8 {
            guard let digit = Self.alphabet.firstIndex(of: byte) else { return nil }
            bits.high = bits.high << 6 | bits.low >> 58
            bits.low = bits.low << 6 | UInt64(digit)
        }
        (high, low) = bits
        // 22 characters hold four bits more than this; only one text stands for each.
        guard self.text == text else { return nil }
    }

    var text: String {
        var bits = (high: high, low: low)
        var bytes: [UInt8] = []
        for _ in 0..<Self.length {
            bytes.append(Self.alphabet[Int(bits.low & 63)])
            bits.low = bits.low >> 6 | bits.high << 58
            bits.high >>= 6
        }
        return String(decoding: bytes.reversed(), as: UTF8.self)
    }
}
