extension IPAddress {
    /// Eight pieces of up to four hexadecimal digits; "::" once for pieces of zero, a dotted IPv4 address for the
    /// last two.
    static func isVersion6(_ text: some StringProtocol) -> Bool {
        let text = String(text)
        guard let gap = text.firstRange(of: "::") else { return pieceCount(text, mayEndDotted: true) == 8 }
        let head = text[..<gap.lowerBound]
        let tail = text[gap.upperBound...]
        guard let before = head.isEmpty ? 0 : pieceCount(String(head), mayEndDotted: false),
            let after = tail.isEmpty ? 0 : pieceCount(String(tail), mayEndDotted: true)
        else { return false }
        // The gap stands for one piece at least.
        return before + after <= 7
    }

    /// Nil if a piece is bad.
    private static func pieceCount(_ text: String, mayEndDotted: Bool) -> Int? {
        let pieces = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var count = 0
        for (index, piece) in pieces.enumerated() {
            if (1...4).contains(piece.count), piece.allSatisfy(isHexDigit) {
                count += 1
            } else if mayEndDotted, index == pieces.count - 1, isDotted(piece) {
                count += 2
            } else {
                return nil
            }
        }
        return count
    }

    /// Four decimal numbers up to 255 without leading zeros.
    private static func isDotted(_ text: Substring.UTF8View) -> Bool {
        let numbers = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return numbers.count == 4
            && numbers.allSatisfy { number in
                guard let value = UInt8(Substring(number)) else { return false }
                return String(value).utf8.elementsEqual(number)
            }
    }
}
