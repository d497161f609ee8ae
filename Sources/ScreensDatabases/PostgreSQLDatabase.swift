import PostgreSQL
import Synchronization

/// A PostgreSQL server behind a few connections.
final class PostgreSQLDatabase: SQLDatabase {
    private let lanes: [PostgreSQLLane]
    /// How many statements wait or run on each.
    private let loads: Mutex<[Int]>

    /// Any two servers of this project that come to one database at the same time wait for each other.
    private static let migrationLock = 0x7061_6E74  // "pant"
    /// For a lock and the steps of a migration.
    private static let migrationLimit = Duration.seconds(60)

    /// Connects once, to bring the schema up to date. Blocks. Throws `PostgreSQLError` and `Migrations.TooNew`.
    init(url: String, limit: Duration, connections: Int = 4) throws {
        let connection = try Connection(url, limit: Self.migrationLimit)
        try connection.run("BEGIN")
        try connection.run("SELECT pg_advisory_xact_lock(\(Self.migrationLock))")
        try Migrations.apply { sql in try connection.run(sql) }
        try connection.run("COMMIT")
        lanes = (0..<connections).map { _ in PostgreSQLLane(url: url, limit: limit) }
        loads = Mutex(Array(repeating: 0, count: connections))
    }

    /// On the lane with the least to do; connections are made when they are first needed.
    func run(_ sql: String, _ values: [String?]) async throws -> [[String?]] {
        let lane = loads.withLock { loads in
            let lane = loads.indices.min { loads[$0] < loads[$1] } ?? 0
            loads[lane] += 1
            return lane
        }
        defer { loads.withLock { $0[lane] -= 1 } }
        return try await lanes[lane].run(sql, values, asked: .now)
    }

    /// The server's own vacuum does it in time.
    func erase() {}
}
