import Executors
import Foundation
import SQLite
import Testing
import TestSupport

@Suite struct SQLiteSpecs {
    private let folder: TemporaryFolder
    private let connection: Connection

    init() throws {
        folder = try TemporaryFolder()
        connection = try Connection(path: folder.path("test.db"))
        try connection.execute("CREATE TABLE pairs (key INTEGER PRIMARY KEY, value)")
    }

    @Test(
        arguments: [
            .null, .integer(.min), .real(0.1), .text(""), .text("愛\u{0}子"), .blob([]), .blob([0, 255]),
        ] as [SQLiteValue])
    func `a value comes back as it was`(value: SQLiteValue) throws {
        try connection.prepare("INSERT INTO pairs VALUES (1, ?1)").run([value])

        #expect(try connection.prepare("SELECT value FROM pairs").run() == [[value]])
    }

    @Test func `a statement runs any number of times, and values do not stay`() throws {
        let insert = try connection.prepare("INSERT INTO pairs VALUES (?1, ?2)")
        try insert.run([.integer(1), .text("one")])
        try insert.run([.integer(2)])

        var rows: [[SQLiteValue]] = []
        try connection.prepare("SELECT * FROM pairs ORDER BY key").run { rows.append($0) }
        #expect(rows == [[.integer(1), .text("one")], [.integer(2), .null]])
        #expect(connection.changes == 1)
    }

    @Test func `a key that is there already is told apart from other errors, and the statement goes on`() throws {
        let insert = try connection.prepare("INSERT INTO pairs VALUES (?1, NULL)")
        try insert.run([.integer(1)])

        let error = #expect(throws: SQLiteError.self) { try insert.run([.integer(1)]) }
        #expect(error?.isUniqueViolation == true)
        let other = #expect(throws: SQLiteError.self) { try insert.run([.text("no key")]) }
        #expect(other?.isUniqueViolation == false)

        try insert.run([.integer(2)])
    }

    @Test func `a transaction that throws leaves nothing`() throws {
        struct Stop: Error {}
        let insert = try connection.prepare("INSERT INTO pairs VALUES (?1, NULL)")

        #expect(throws: Stop.self) {
            try connection.transaction {
                try insert.run([.integer(1)])
                throw Stop()
            }
        }
        try connection.transaction { try insert.run([.integer(2)]) }

        #expect(try connection.prepare("SELECT key FROM pairs").run() == [[.integer(2)]])
    }

    @Test func `a file that is taken away while it is open is noticed`() throws {
        #expect(!connection.hasMoved)

        try FileManager.default.removeItem(atPath: folder.path("test.db"))

        #expect(connection.hasMoved)
    }

    @Test func `another connection sees what is written, and waits for a lock no longer than it may`() throws {
        let other = try Connection(path: folder.path("test.db"), busyTimeout: .milliseconds(20))
        try connection.prepare("INSERT INTO pairs VALUES (1, NULL)").run()
        #expect(try other.prepare("SELECT count(*) FROM pairs").run() == [[.integer(1)]])

        try connection.transaction {
            _ = #expect(throws: SQLiteError.self) { try other.execute("INSERT INTO pairs VALUES (2, NULL)") }
        }
        try other.execute("INSERT INTO pairs VALUES (2, NULL)")
    }

    @Test func `statements outlive their connection's last use`() throws {
        func count() throws -> Statement {
            try Connection(path: folder.path("test.db")).prepare("SELECT count(*) FROM pairs")
        }

        #expect(try count().run() == [[.integer(0)]])
    }

    @Test func `the file and its companions are for their owner only`() throws {
        try connection.execute("INSERT INTO pairs VALUES (1, NULL)")

        for name in ["test.db", "test.db-wal", "test.db-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test func `what is no database is told at once`() throws {
        try Data("not a database, but long enough to look like one: ".utf8).write(to: folder.url("text"))

        #expect(throws: SQLiteError.self) { try Connection(path: folder.path("text")) }
        #expect(throws: SQLiteError.self) { try Connection(path: folder.path("nowhere/test.db")) }
        #expect(throws: SQLiteError.self) { try Connection(path: folder.url.path) }
        #expect(throws: SQLiteError.self) { try connection.prepare("") }
        #expect(throws: SQLiteError.self) { try connection.prepare("SELEKT") }
    }

    @Test func `an actor on a queue of its own leaves the executor that its caller prefers`() async {
        actor Archive {
            private let executor = SerialQueueExecutor("archive")
            nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

            func isIsolated() -> Bool {
                executor.checkIsolated()
                return true
            }
        }

        let isIsolated = await withTaskExecutorPreference(globalConcurrentExecutor) { await Archive().isIsolated() }
        #expect(isIsolated)
    }
}
