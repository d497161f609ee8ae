import Executors
import SQLite

/// A database file; statements run one after the other, off the event loops.
actor SQLiteDatabase: SQLDatabase {
    private let executor = SerialQueueExecutor("accounts")
    /// The path no longer leads to the file that was opened.
    struct Gone: Error, CustomStringConvertible {
        let description = "the file of the accounts is not there any more, or is another one"
    }

    private let connection: Connection
    private var statements: [String: Statement] = [:]

    /// Opens or makes the file and brings its schema up to date. Blocks. Throws `SQLiteError` and `Migrations.TooNew`.
    init(path: String) throws {
        let connection = try Connection(path: path)
        // What is forgotten is overwritten with zeros.
        try connection.execute("PRAGMA secure_delete = ON")
        try connection.transaction {
            try Migrations.apply { sql in try connection.prepare(sql).run().map { $0.map(\.asText) } }
        }
        self.connection = connection
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run(_ sql: String, _ values: [String?]) throws -> [[String?]] {
        // What was written to it would go with it.
        if connection.hasMoved { throw Gone() }
        do {
            let rows = try statement(sql).run(values.map { $0.map(SQLiteValue.text) ?? .null })
            return rows.map { $0.map(\.asText) }
        } catch let error as SQLiteError where error.isUniqueViolation {
            throw UniqueViolation()
        }
    }

    func erase() throws {
        // The log is folded into the file and emptied.
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Compiled once; there are few.
    private func statement(_ sql: String) throws -> Statement {
        if let statement = statements[sql] { return statement }
        // SQLite counts `?1`; `$1` would be a name.
        let statement = try connection.prepare(sql.replacing("$", with: "?"))
        statements[sql] = statement
        return statement
    }
}

extension SQLiteValue {
    fileprivate var asText: String? {
        switch self {
        case .integer(let number): String(number)
        default: text
        }
    }
}
