import CPostgreSQL
import Glibc

/// A connection to a PostgreSQL server.
///
/// Its calls block, so it belongs in an actor with an executor of its own (`SerialQueueExecutor`). Not `Sendable`: one
/// thread at a time.
public final class Connection {
    /// libpq's handle; freed by `deinit`.
    private let handle: OpaquePointer

    /// What a URL may say otherwise. A peer that is gone without a word is noticed within half a minute.
    private static let defaults = [
        ("application_name", "pantograph"), ("connect_timeout", "5"), ("keepalives_idle", "10"),
        ("keepalives_interval", "5"), ("keepalives_count", "3"), ("tcp_user_timeout", "10000"),
    ]

    /// How long the server may work on a statement.
    private let limit: Duration
    /// What a server needs to say that it gave up.
    private static let grace = Duration.seconds(1)

    /// Connects to a server by a URL such as `postgres://user:password@host/database`. The server gives up statements
    /// that take longer than `limit`. Throws `PostgreSQLError`, also when there is no answer for 5 s.
    public init(_ url: String, limit: Duration = .seconds(5)) throws(PostgreSQLError) {
        // Of two parameters the later one counts; the encoding is not for a URL to choose.
        let parameters = Self.defaults + [("dbname", url), ("client_encoding", "UTF8")]
        let connection = withCStrings(parameters.map(\.0)) { names in
            withCStrings(parameters.map(\.1)) { values in PQconnectdbParams(names, values, 1) }
        }
        guard let connection else { throw PostgreSQLError("out of memory") }
        handle = connection
        self.limit = limit
        guard PQstatus(handle) == CONNECTION_OK, PQsetnonblocking(handle, 1) == 0 else {
            throw PostgreSQLError(PQerrorMessage(handle))
        }
        // What a server has to tell besides its answers is nothing for this process's standard error.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        try run("SET statement_timeout = \(Int64(limit / .milliseconds(1)))")
    }

    deinit {
        PQfinish(handle)
    }

    /// Whether nothing more can be asked of it: the server has gone, or has not answered in time.
    public private(set) var isBroken = false

    /// Runs one statement with these values for `$1`, `$2` … and returns the rows, all as texts. A server that does not
    /// answer even after its limit is taken for gone. Throws `PostgreSQLError`.
    @discardableResult
    public func run(_ sql: String, _ values: [String?] = []) throws(PostgreSQLError) -> [[String?]] {
        // A C string would end there, and the server takes none in a text.
        guard !values.contains(where: { $0?.utf8.contains(0) == true }) else {
            throw PostgreSQLError("a text with U+0000 in it")
        }
        let isSent = withCStrings(values) {
            PQsendQueryParams(handle, sql, Int32(values.count), nil, $0, nil, nil, 0)
        }
        guard isSent == 1 else { throw lost() }
        let end = ContinuousClock.now.advanced(by: limit + Self.grace)
        try flush(until: end)
        var rows: Result<[[String?]], PostgreSQLError> = .success([])
        // All results have to be taken before the next statement.
        while let result = try nextResult(until: end) {
            defer { PQclear(result) }
            rows = read(result)
        }
        if PQstatus(handle) != CONNECTION_OK { isBroken = true }
        return try rows.get()
    }

    private func flush(until end: ContinuousClock.Instant) throws(PostgreSQLError) {
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1:
                // The server may have to be read before it reads on.
                try wait(for: POLLIN | POLLOUT, until: end)
                guard PQconsumeInput(handle) == 1 else { throw lost() }
            default: throw lost()
            }
        }
    }

    private func nextResult(until end: ContinuousClock.Instant) throws(PostgreSQLError) -> OpaquePointer? {
        while PQisBusy(handle) == 1 {
            try wait(for: POLLIN, until: end)
            guard PQconsumeInput(handle) == 1 else { throw lost() }
        }
        return PQgetResult(handle)
    }

    private func wait(for events: Int32, until end: ContinuousClock.Instant) throws(PostgreSQLError) {
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
        while true {
            let rest = ContinuousClock.now.duration(to: end)
            guard rest > .zero else {
                isBroken = true
                throw PostgreSQLError("no answer in time")
            }
            // Rounded up, so that the last millisecond is no busy loop.
            let count = poll(&descriptor, 1, Int32(clamping: Int64((rest / .milliseconds(1)).rounded(.up))))
            if count > 0 { return }
            if count < 0, errno != EINTR { throw lost() }
        }
    }

    private func read(_ result: OpaquePointer) -> Result<[[String?]], PostgreSQLError> {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK: return .success([])
        case PGRES_TUPLES_OK:
            let columns = 0..<PQnfields(result)
            return .success((0..<PQntuples(result)).map { row in columns.map { text(result, row, $0) } })
        default:
            let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
            // The primary message only: the details name values.
            let message = PQresultErrorField(result, Int32(UInt8(ascii: "M")))
            return .failure(PostgreSQLError(state: state ?? "", message ?? PQresultErrorMessage(result)))
        }
    }

    private func text(_ result: OpaquePointer, _ row: Int32, _ column: Int32) -> String? {
        guard PQgetisnull(result, row, column) == 0 else { return nil }
        return PQgetvalue(result, row, column).map { String(cString: $0) }
    }

    private func lost() -> PostgreSQLError {
        isBroken = true
        return PostgreSQLError(PQerrorMessage(handle))
    }
}
