/// What SQLite stores in a column of a row.
public enum SQLiteValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    /// Whole, even with a U+0000 within.
    case text(String)
    case blob([UInt8])

    /// The number, of an `integer`.
    public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    /// The text, of a `text`.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The bytes, of a `blob`.
    public var blob: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }
}
