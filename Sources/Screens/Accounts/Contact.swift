/// What a person is known by.
public enum Contact: Hashable, Sendable {
    case mail(EmailAddress)
    case number(NationalNumber)

    /// Nil if `text` is neither a mail address nor the digits of a number, however they are grouped.
    public init?(_ text: String) {
        if let mail = EmailAddress(text) {
            self = .mail(mail)
            return
        }
        let isNumber = text.unicodeScalars.allSatisfy { scalar in
            scalar.asciiDigit != nil || scalar.properties.isWhitespace || "+-().".unicodeScalars.contains(scalar)
        }
        let number = NationalNumber(text)
        guard isNumber, !number.digits.isEmpty else { return nil }
        self = .number(number)
    }
}
