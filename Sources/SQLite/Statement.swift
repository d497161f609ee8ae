import CSQLite

/// One compiled statement of a connection.
///
/// Confined like its connection.
public final class Statement {
    private let connection: Connection
    /// SQLite's handle, finalized by `deinit`.
    private let handle: OpaquePointer

    /// What makes SQLite copy what it is given, since Swift's memory moves on.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)  // C's SQLITE_TRANSIENT

    init(_ sql: String, on connection: Connection) throws(SQLiteError) {
        self.connection = connection
        var handle: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        try connection.check(sqlite3_prepare_v3(connection.handle, sql, -1, flags, &handle, nil))
        guard let handle else { throw SQLiteError(code: SQLITE_MISUSE, message: "no statement in: \(sql)") }
        self.handle = handle
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Runs it to its end with these values for the parameters 1, 2 …, and returns the rows. Parameters without a value
    /// are NULL.
    @discardableResult
    public func run(_ values: [SQLiteValue] = []) throws(SQLiteError) -> [[SQLiteValue]] {
        var rows: [[SQLiteValue]] = []
        try run(values) { rows.append($0) }
        return rows
    }

    /// The same, a row at a time, for results that are too many to hold. `body` must not run this statement.
    public func run(_ values: [SQLiteValue] = [], _ body: ([SQLiteValue]) -> Void) throws(SQLiteError) {
        defer {
            // Ends the read transaction too, which would else keep the WAL from being folded back. Its status is that
            // of the last step, known already.
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        for (index, value) in values.enumerated() { try connection.check(bind(value, Int32(index + 1))) }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: body((0..<sqlite3_data_count(handle)).map(column))
            case SQLITE_DONE: return
            case let status: return try connection.check(status)
            }
        }
    }

    private func bind(_ value: SQLiteValue, _ index: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .real(let number): sqlite3_bind_double(handle, index, number)
        case .text(let text):
            // With its length, because a text may have a U+0000 within.
            sqlite3_bind_text(handle, index, text, Int32(clamping: text.utf8.count), Self.transient)
        case .blob(let bytes):
            // An empty array has no address, which would mean NULL.
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(handle, index, 0)
                : sqlite3_bind_blob(handle, index, bytes, Int32(clamping: bytes.count), Self.transient)
        }
    }

    private func column(_ index: Int32) -> SQLiteValue {
        switch sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, index))
        case SQLITE_FLOAT: .real(sqlite3_column_double(handle, index))
        case SQLITE_TEXT:
            // The pointer first: it is what makes the count that of UTF-8.
            .text(String(decoding: bytes(sqlite3_column_text(handle, index), index), as: UTF8.self))
        case SQLITE_BLOB: .blob(Array(bytes(sqlite3_column_blob(handle, index), index)))
        default: .null
        }
    }

    /// SQLite's own memory, good until the next step.
    private func bytes(_ start: UnsafeRawPointer?, _ index: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index)))
    }
}
