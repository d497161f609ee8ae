public import Pantograph

/// A telephone number in normal form: its national digits, "09012345678".
///
/// Whatever is counted for a number is counted for this form, so that 090…, ０９０… and +8190… are one number.
public struct NationalNumber: Hashable, Sendable {
    /// ASCII digits.
    public let digits: String

    /// Takes the digits of every script out of `text`. Japan's country code in front ("+81 90…", and "8190…" where the
    /// plus sign was lost) becomes the trunk prefix 0.
    public init(_ text: String) {
        let digits = text.asciiDigits
        // A national number begins with 0, so twelve digits from 81 on are an international one without its plus sign.
        if digits.count == 12, digits.hasPrefix("81"), !digits.hasPrefix("810") {
            self.digits = "0" + digits.dropFirst(2)
        } else {
            self.digits = digits
        }
    }

    /// All but the last four digits as "•": enough for its owner to know it.
    public var masked: String {
        String(repeating: "•", count: max(0, digits.count - 4)) + digits.suffix(4)
    }
}

extension NationalNumber: FieldValue {
    /// As it is kept.
    public var value: Value { .text(digits) }

    /// From what was kept.
    public init?(value: Value) {
        guard case .text(let digits) = value else { return nil }
        self.init(digits)
    }
}
