/// IP addresses as they stand in URLs (WHATWG URL, IPv4 and IPv6 parser).
enum IPAddress {
    static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
            UInt8(ascii: "a")...UInt8(ascii: "f"):
            true
        default: false
        }
    }

    // MARK: Version 4

    /// Whether `domain` is meant as an IPv4 address, good or not: its last label is a number.
    static func endsInNumber(_ domain: String) -> Bool {
        guard let last = parts(of: domain).last, !last.isEmpty else { return false }
        return last.allSatisfy(isDigit) || number(last) != nil
    }

    /// Up to four numbers, decimal, octal (0…) or hexadecimal (0x…), of which the last one fills what the others leave.
    static func isVersion4(_ domain: String) -> Bool {
        let parts = parts(of: domain)
        guard parts.count <= 4 else { return false }
        var numbers: [UInt64] = []
        for part in parts {
            guard let number = number(part) else { return false }
            numbers.append(number)
        }
        guard let last = numbers.popLast(), numbers.allSatisfy({ $0 <= 255 }) else { return false }
        return last < 1 << (8 * (4 - UInt64(numbers.count)))
    }

    /// The labels; an empty last one, after a final dot, does not count.
    private static func parts(of domain: String) -> [Substring.UTF8View] {
        var parts = domain.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
        return parts.map { Substring($0).utf8 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Nil for what is no number; one beyond 64 bits counts as the greatest, which is too large for any address.
    private static func number(_ part: Substring.UTF8View) -> UInt64? {
        guard !part.isEmpty else { return nil }
        var digits = Substring(part)
        var radix = 10
        if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
            digits = digits.dropFirst(2)
            radix = 16
        } else if digits.count > 1, digits.hasPrefix("0") {
            digits = digits.dropFirst()
            radix = 8
        }
        var value: UInt64 = 0
        for digit in digits {
            guard let digit = digit.hexDigitValue, digit < radix else { return nil }
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: UInt64(radix))
            value = isTooLarge || product > .max - UInt64(digit) ? .max : product + UInt64(digit)
        }
        return value
    }
}
