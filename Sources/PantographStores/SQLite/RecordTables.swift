import Pantograph
import SQLite

/// Records in the tables of one file. Throws SQLite's errors as they are.
///
/// Confined to the store that has it.
final class RecordTables {
    /// What tells our files from others'; it changes with the tables. "Pan1" in ASCII.
    private static let applicationID = SQLiteValue.integer(0x5061_6e31)

    private let connection: Connection
    private let find: Statement
    private let findVersion: Statement
    private let upsert: Statement
    private let delete: Statement
    private let copyAside: Statement
    private let walk: Statement
    /// Up to which key ended records have been looked for.
    private var swept = ""

    init(path: String) throws {
        // The wait is for a server that is just ending; another one that stays is told of soon.
        connection = try Connection(path: path, busyTimeout: .milliseconds(300), isExclusive: true)
        // What is committed is with the system at once and outlives this process. Before a power cut, the newest commits
        // may be lost, never the file: sessions are not worth an fsync each.
        try connection.execute("PRAGMA synchronous = NORMAL")
        // 16 MB: to copy the log back, and to wait for the disk then, four times more rarely saves a third of the work.
        try connection.execute("PRAGMA wal_autocheckpoint = 4000")
        try Self.makeTables(connection, path)
        find = try connection.prepare("SELECT version, value, ends_at FROM records WHERE key = ?1")
        findVersion = try connection.prepare("SELECT version, ends_at FROM records WHERE key = ?1")
        upsert = try connection.prepare(
            """
            INSERT INTO records VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (key) DO UPDATE SET version = ?2, value = ?3, ends_at = ?4
            """)
        delete = try connection.prepare("DELETE FROM records WHERE key = ?1")
        copyAside = try connection.prepare("INSERT INTO set_aside SELECT * FROM records WHERE key = ?1")
        walk = try connection.prepare("SELECT key, ends_at FROM records WHERE key > ?1 ORDER BY key LIMIT ?2")
    }

    var hasMoved: Bool { connection.hasMoved }

    private static func makeTables(_ connection: Connection, _ path: String) throws {
        try connection.transaction {
            let isNew = try connection.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").run().isEmpty
            if isNew {
                try connection.execute(
                    """
                    CREATE TABLE records (
                        key TEXT PRIMARY KEY, version INTEGER NOT NULL, value BLOB NOT NULL,
                        ends_at INTEGER NOT NULL -- milliseconds since 1970
                    ) WITHOUT ROWID;
                    CREATE TABLE set_aside (key TEXT, version INTEGER, value BLOB, ends_at INTEGER);
                    PRAGMA application_id = 0x50616e31;
                    """)
            }
            guard try connection.prepare("PRAGMA application_id").run() == [[applicationID]] else {
                throw SQLiteStoreError.notAStore(path: path)
            }
        }
    }

    /// `now` in milliseconds since 1970, as everywhere here.
    func read(_ key: String, now: Int64) throws -> Record? {
        guard let row = try find.run([.text(key)]).first, let endsAt = row[2].integer, endsAt > now,
            let version = row[0].integer, let value = row[1].blob
        else { return nil }
        return Record(version: Int(version), value: value)
    }

    func commit(_ transactions: [[RecordChange]], now: Int64) throws -> [Bool] {
        try connection.transaction {
            let applied = try transactions.map { changes in
                // All conditions first, so that nothing has to be undone.
                for change in changes {
                    guard change.applies(to: try version(of: change.key, now: now)) else { return false }
                }
                for change in changes {
                    try upsert.run([
                        .text(change.key), .integer(Int64(change.version)), .blob(change.value),
                        .integer(change.end.sinceEpoch.milliseconds),
                    ])
                }
                return true
            }
            try sweep(atLeast: transactions.count, now: now)
            return applied
        }
    }

    func setAside(_ key: String) throws {
        try connection.transaction {
            try copyAside.run([.text(key)])
            try delete.run([.text(key)])
        }
    }

    private func version(of key: String, now: Int64) throws -> Int {
        guard let row = try findVersion.run([.text(key)]).first, let endsAt = row[1].integer, endsAt > now else {
            return 0
        }
        return row[0].integer.map { Int($0) } ?? 0
    }

    /// Looks at the next few records, and removes those that have ended.
    ///
    /// Walking the table costs less than an index of the ends, which every change would have to move its record in. At
    /// two records a transaction the walk comes round before half as many have been added as there are.
    private func sweep(atLeast count: Int, now: Int64) throws {
        let limit = min(512, max(16, 2 * count))
        let rows = try walk.run([.text(swept), .integer(Int64(limit))])
        for row in rows where row[1].integer ?? 0 <= now { try delete.run([row[0]]) }
        swept = rows.count == limit ? rows.last?[0].text ?? "" : ""
    }
}
