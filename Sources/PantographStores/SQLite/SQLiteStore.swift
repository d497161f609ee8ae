import Executors
import Glibc
public import Pantograph
import SQLite

/// Records in one SQLite file of this server's own.
///
/// Its work is done on a queue of its own; callers' event loops never wait for the disk. Calls of `commit` that come
/// while one is under way go together as one transaction of SQLite's.
public actor SQLiteStore: RecordStore {
    private nonisolated let executor = SerialQueueExecutor("pantograph.sqlite-store")
    private nonisolated let commits = GatheredCalls<[RecordChange], Bool>()
    private nonisolated let listeners = Listeners()
    private let path: String
    private let now: @Sendable () -> Instant
    private let log: @Sendable (LogEvent) -> Void
    /// Nil while a file that was set aside or is gone has no successor yet.
    private var tables: RecordTables?
    private var isClosed = false

    /// Where its work is done.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the file at `path`, or makes it, and keeps all others from it. A file that is corrupt is renamed, which is
    /// logged, and a new one begun. `now` tells which records have come to their end. Blocks. Throws `SQLiteStoreError`.
    public init(
        path: String, now: @escaping @Sendable () -> Instant, log: @escaping @Sendable (LogEvent) -> Void
    ) throws {
        self.path = path
        self.now = now
        self.log = log
        do {
            tables = try RecordTables(path: path)
        } catch let error as SQLiteError {
            guard case .corrupt = SQLiteStoreError(error, path: path) else {
                throw SQLiteStoreError(error, path: path)
            }
            try CorruptFile.setAside(path, reason: error, log: log)
            tables = try Self.open(path)
        }
    }

    /// True: against a crash of the process, not a power cut.
    public nonisolated var isDurable: Bool { true }

    /// Throws `SQLiteStoreError`.
    public func read(_ key: String) throws -> Record? {
        let now = now().sinceEpoch.milliseconds
        return try use { try $0.read(key, now: now) }
    }

    /// Throws `SQLiteStoreError`; nothing has been applied then.
    public nonisolated func commit(_ transactions: [[RecordChange]]) async throws -> [Bool] {
        try await commits.submit(transactions) { wake() }
    }

    /// Moves the record into the table `set_aside`. Throws `SQLiteStoreError`.
    public func setAside(_ key: String) throws {
        try use { try $0.setAside(key) }
    }

    /// Calls the listeners before it returns: the file has one server.
    public nonisolated func announce(_ notice: Notice) {
        listeners.tell(notice)
    }

    /// Listens as long as the store lives.
    public nonisolated func listen(_ body: @escaping @Sendable (Notice) -> Void) {
        listeners.add(body)
    }

    /// Lets go of the file. Later calls throw.
    public func close() {
        isClosed = true
        tables = nil
    }

    private nonisolated func wake() {
        executor.async { self.assumeIsolated { $0.commitWaiting() } }
    }

    private func commitWaiting() {
        let now = now().sinceEpoch.milliseconds
        commits.run(wake: wake) { transactions in try use { try $0.commit(transactions, now: now) } }
    }

    private func use<Result>(_ body: (RecordTables) throws -> Result) throws -> Result {
        guard !isClosed else { throw SQLiteStoreError.closed }
        let tables = try tables ?? Self.open(path)
        self.tables = tables
        // What was written to it would go with it.
        guard !tables.hasMoved else {
            // Not if there is another file: SQLite would take the log that is left for that one's.
            if access(path, F_OK) != 0 { self.tables = nil }
            throw SQLiteStoreError.gone(path: path)
        }
        do {
            return try body(tables)
        } catch let error as SQLiteError {
            let failure = SQLiteStoreError(error, path: path)
            if case .corrupt = failure {
                // Renamed while it is open: SQLite, closing, removes what then has the old name of its log.
                try CorruptFile.setAside(path, reason: error, log: log)
                self.tables = nil
            }
            throw failure
        }
    }

    private static func open(_ path: String) throws -> RecordTables {
        do {
            return try RecordTables(path: path)
        } catch let error as SQLiteError {
            throw SQLiteStoreError(error, path: path)
        }
    }
}
