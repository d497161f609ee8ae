/// The schema, as the steps that lead to it: the same for all databases. A step that was released never changes.
enum Migrations {
    /// The database was made by a later version of this program.
    struct TooNew: Error, CustomStringConvertible {
        let found: Int

        var description: String { "the database has schema \(found), and this version knows \(steps.count) at most" }
    }

    private static let steps = [
        [
            """
            CREATE TABLE accounts (
                mail TEXT NOT NULL PRIMARY KEY,
                password_hash TEXT NOT NULL,
                idempotency_key TEXT NOT NULL,
                created BIGINT NOT NULL
            )
            """,
            """
            CREATE TABLE profiles (
                number TEXT NOT NULL PRIMARY KEY,
                name TEXT NOT NULL,
                url TEXT,
                about TEXT NOT NULL,
                changed BIGINT NOT NULL
            )
            """,
        ]
    ]

    /// Applies the steps that are missing. In a transaction that nobody else can be in at the same time.
    static func apply(_ run: (String) throws -> [[String?]]) throws {
        _ = try run("CREATE TABLE IF NOT EXISTS accounts_migrations (number INTEGER NOT NULL PRIMARY KEY)")
        let rows = try run("SELECT coalesce(max(number), 0) FROM accounts_migrations")
        let done = rows.first?.first?.flatMap { Int($0) } ?? 0
        guard done <= steps.count else { throw TooNew(found: done) }
        for number in done..<steps.count {
            for statement in steps[number] { _ = try run(statement) }
            _ = try run("INSERT INTO accounts_migrations VALUES (\(number + 1))")
        }
    }
}
