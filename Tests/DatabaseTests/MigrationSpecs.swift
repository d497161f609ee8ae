import Screens
import Testing

@Suite struct MigrationSpecs {
    @Test(arguments: Kind.durable)
    func `servers that start at once on an empty database make its schema once`(kind: Kind) async throws {
        let test = try TestAccounts(kind)
        defer { test.end() }

        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { _ = try test.open() }
            }
            try await group.waitForAll()
        }

        #expect(try test.query("SELECT CAST(count(*) AS TEXT) FROM accounts_migrations") == [["1"]])
    }

    @Test(arguments: Kind.durable)
    func `a database of a later version is told and left alone`(kind: Kind) throws {
        let test = try TestAccounts(kind)
        defer { test.end() }
        _ = try test.open()
        _ = try test.query("INSERT INTO accounts_migrations VALUES (1000)")

        let error = #expect(throws: (any Error).self) { try test.open() }

        #expect(error.map { "\($0)" }?.contains("schema 1000") == true)
    }
}
