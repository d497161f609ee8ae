import Executors
import PostgreSQL

/// One connection, made when needed and made anew when lost; its statements run one after the other, off the event
/// loops.
actor PostgreSQLLane {
    /// The statement has waited for others as long as it may.
    struct TooLate: Error {}

    private let executor = SerialQueueExecutor("accounts")
    private let url: String
    private let limit: Duration
    private var connection: Connection?

    init(url: String, limit: Duration) {
        self.url = url
        self.limit = limit
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// `asked` is when the caller began to wait. Statements that stand behind one that hangs fail soon after it, instead
    /// of hanging one after the other.
    func run(_ sql: String, _ values: [String?], asked: ContinuousClock.Instant) throws -> [[String?]] {
        guard asked.duration(to: .now) < limit else { throw TooLate() }
        // An idle connection may have been lost long ago, which shows only now.
        if let connection {
            do {
                return try run(sql, values, on: connection)
            } catch let error as PostgreSQLError {
                guard connection.isBroken else { throw error }
                self.connection = nil
                guard asked.duration(to: .now) < limit else { throw error }
            }
        }
        let connection = try Connection(url, limit: limit)
        self.connection = connection
        return try run(sql, values, on: connection)
    }

    private func run(_ sql: String, _ values: [String?], on connection: Connection) throws -> [[String?]] {
        do {
            return try connection.run(sql, values)
        } catch  where error.isUniqueViolation {
            throw UniqueViolation()
        }
    }
}
