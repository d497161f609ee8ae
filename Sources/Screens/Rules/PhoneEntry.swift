import Pantograph

/// The rules by which three fields take one telephone number (screens.md, phone-number).
///
/// A plain value: it knows nothing of sessions.
struct PhoneEntry {
    /// The most digits of each field.
    static let caps = [5, 4, 4]

    /// The digits that each field holds.
    private(set) var fields: [String]
    /// How many digits the newest change brought beyond the last field.
    private(set) var leftOut = 0
    /// For each field how many digits the text had that the client sent last. What it shows may be less, because a
    /// correction is under way or has been made.
    private var sentCounts = [0, 0, 0]

    init(fields: [String] = ["", "", ""]) {
        precondition(fields.count == Self.caps.count, "a telephone number has three fields, not \(fields.count)")
        self.fields = fields
    }

    /// The digits of all fields.
    var digits: String { fields.joined() }

    /// Takes the text that the client now shows in field `index`.
    mutating func change(_ index: Int, to text: String) {
        let digits = text.asciiDigits
        let cap = Self.caps[index]
        leftOut = 0
        // By two or more, so that fast typing into a full field is never taken for a paste.
        let isPaste = digits.count >= max(cap, sentCounts[index]) + 2
        sentCounts[index] = digits.count
        if isPaste {
            flow(Self.nationalDigits(of: text), from: index)
        } else if digits.count <= cap {
            fields[index] = digits
        } else if fields[index].count < cap {
            fields[index] = String(digits.prefix(cap))
        }
    }

    /// Fills the fields from `index` on; those that receive nothing stay.
    private mutating func flow(_ digits: String, from index: Int) {
        var rest = digits[...]
        for field in index..<fields.count where !rest.isEmpty {
            fields[field] = String(rest.prefix(Self.caps[field]))
            rest = rest.dropFirst(Self.caps[field])
        }
        leftOut = rest.count
    }

    /// The digits of a pasted text, "+81" in front as the trunk prefix "0".
    private static func nationalDigits(of text: String) -> String {
        var significant = ""
        for scalar in text.unicodeScalars {
            if let digit = scalar.asciiDigit {
                significant.unicodeScalars.append(digit)
            } else if scalar == "+" || scalar == "\u{FF0B}" {
                significant.unicodeScalars.append("+")
            }
        }
        guard significant.hasPrefix("+81") else { return significant.asciiDigits }
        let rest = String(significant.dropFirst(3)).asciiDigits
        // "+81 (0)90…" names the trunk prefix already.
        return rest.hasPrefix("0") ? rest : "0" + rest
    }
}

extension PhoneEntry: FieldValue {
    var value: Value { [.list(fields.map(Value.text)), .list(sentCounts.map(Value.integer)), .integer(leftOut)] }

    init?(value: Value) {
        guard case .list(let parts) = value, parts.count == 3, let fields = [String](value: parts[0]),
            let sentCounts = [Int](value: parts[1]), let leftOut = Int(value: parts[2]),
            fields.count == Self.caps.count, sentCounts.count == Self.caps.count
        else { return nil }
        self.fields = fields
        self.sentCounts = sentCounts
        self.leftOut = leftOut
    }
}
