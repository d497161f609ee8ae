import Glibc
import PostgreSQL
import Screens
import ScreensDatabases
import Testing

@Suite struct ReconnectSpecs {
    private let url: String
    private let accounts: DatabaseAccounts

    init() throws {
        url = try PostgreSQLServer.database()
        accounts = try DatabaseAccounts(postgreSQL: url, limit: .seconds(600))
    }

    private func others() throws -> (Connection, [Int32]) {
        let connection = try Connection(url)
        let rows = try connection.run(
            """
            SELECT pid FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'pantograph'
            """)
        return (connection, rows.compactMap { $0[0].flatMap { Int32($0) } })
    }

    @Test func `connections that were lost are made anew, unnoticed`() async throws {
        try await accounts.save(Person(name: "Aiko"), with: .aiko)
        let (connection, others) = try others()
        #expect(!others.isEmpty)

        for id in others { try connection.run("SELECT pg_terminate_backend($1, 5000)", ["\(id)"]) }

        #expect(try await accounts.person(with: .aiko)?.name == "Aiko")
        try await accounts.create(try #require(EmailAddress("a@b.co")), password: "x")
    }

    @Test func `a server that hangs is told, and used again once it answers`() async throws {
        let accounts = try DatabaseAccounts(postgreSQL: url, limit: .seconds(5))
        try await accounts.save(Person(name: "Aiko"), with: .aiko)
        let (_, others) = try others()

        for id in others { kill(id, SIGSTOP) }
        await #expect(throws: (any Error).self) {
            for _ in 0..<others.count { _ = try await accounts.person(with: .aiko) }
        }
        for id in others { kill(id, SIGCONT) }

        #expect(try await accounts.person(with: .aiko)?.name == "Aiko")
    }

    @Test func `a few connections serve all`() async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask { _ = try await accounts.person(with: .aiko) }
            }
            try await group.waitForAll()
        }

        #expect(try others().1.count <= 4)
    }
}
