import CSQLite
import Glibc

/// A connection to one database file.
///
/// Its calls block, so it belongs in an actor with an executor of its own (`SerialQueueExecutor`). It is not `Sendable`
/// and neither are its statements: one thread at a time. What is written is on the disk when a transaction returns, as
/// SQLite has it by default (`synchronous=FULL`); `PRAGMA synchronous=NORMAL` gives up the last ones before a power cut,
/// not before a crash, for speed.
public final class Connection {
    /// SQLite's handle. Closed by `deinit`; statements that outlive it keep it until they go.
    let handle: OpaquePointer

    /// Opens the file at `path`, or makes it for its owner's eyes only, in WAL mode. Calls wait for other connections'
    /// locks up to `busyTimeout`, then throw. Nobody else can use the file while an exclusive connection has it. Throws
    /// `SQLiteError`, also for a file that is no database.
    public init(
        path: String, busyTimeout: Duration = .seconds(5), isExclusive: Bool = false
    ) throws(SQLiteError) {
        // SQLite would make it readable for everybody; its companions (-wal, -shm) follow the file's permissions. Only a
        // new one is opened here: to close a descriptor of a file gives up all locks that this process has on it.
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let status = sqlite3_open_v2(path, &handle, flags, nil)
        guard let handle else { throw SQLiteError(code: status, message: "out of memory") }
        self.handle = handle
        try check(status)
        sqlite3_busy_timeout(handle, Int32(busyTimeout / .milliseconds(1)))
        // SQLite opens what it may not write for reading, and fails later by whatever comes first.
        guard sqlite3_db_readonly(handle, "main") == 0 else {
            throw SQLiteError(code: SQLITE_READONLY, message: "attempt to write a readonly database")
        }
        // Before the first access, which then takes the lock for good and does without shared memory.
        if isExclusive { try execute("PRAGMA locking_mode = EXCLUSIVE") }
        try execute("PRAGMA journal_mode = WAL")
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// Runs a text of any number of statements that give no rows and take no values.
    public func execute(_ script: String) throws(SQLiteError) {
        try check(sqlite3_exec(handle, script, nil, nil, nil))
    }

    /// Compiles one statement, to be run any number of times. Its parameters are `?1`, `?2` … or names.
    public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        try Statement(sql, on: self)
    }

    /// Runs `body` as one transaction that has the lock for writing from the beginning. Undoes all of it if `body`
    /// throws. Does not nest.
    @discardableResult
    public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // Some errors have rolled back already, and then there is nothing to undo.
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// Whether the path no longer leads to the file that is open: it was deleted, renamed or replaced.
    public var hasMoved: Bool {
        var hasMoved: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
    }

    /// How many rows the newest INSERT, UPDATE or DELETE has changed.
    public var changes: Int { Int(sqlite3_changes64(handle)) }

    func check(_ status: Int32) throws(SQLiteError) {
        guard status != SQLITE_OK else { return }
        throw SQLiteError(code: status, message: String(cString: sqlite3_errmsg(handle)))
    }
}
