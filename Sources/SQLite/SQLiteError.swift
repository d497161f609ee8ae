import CSQLite

/// What SQLite refused.
public struct SQLiteError: Error, CustomStringConvertible {
    /// SQLite's extended result code, such as 2067 for a unique index (https://sqlite.org/rescode.html).
    public let code: Int32
    /// SQLite's own sentence; it may name tables and columns, never values.
    public let message: String

    /// Whether a row with this key is there already.
    public var isUniqueViolation: Bool {
        code == pantograph_sqlite_constraint_unique || code == pantograph_sqlite_constraint_primary_key
    }

    /// One line for a log.
    public var description: String { "\(message) (SQLite \(code))" }
}
