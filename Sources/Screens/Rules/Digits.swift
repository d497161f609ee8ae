extension String {
    /// The decimal digits of this text, those of every script (Unicode Nd: full-width, Arabic-Indic, Persian,
    /// Devanagari …) as ASCII; all else is left out, numbers that are no decimal digits (², ①, ½, 五) too.
    var asciiDigits: String {
        var digits = ""
        for scalar in unicodeScalars {
            if let digit = scalar.asciiDigit { digits.unicodeScalars.append(digit) }
        }
        return digits
    }
}

extension Unicode.Scalar {
    /// This decimal digit in ASCII; nil if it is none.
    var asciiDigit: Unicode.Scalar? {
        if isASCII { return ("0"..."9").contains(self) ? self : nil }
        // Nd is the rule; that a scalar of it has a value from 0 to 9 is Unicode's promise (UAX 44, Numeric_Type).
        guard properties.generalCategory == .decimalNumber, let value = properties.numericValue else { return nil }
        return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
    }
}
