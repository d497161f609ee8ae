import Glibc
import PostgreSQL
import Testing

@Suite struct PostgreSQLSpecs {
    private let url: String
    private let connection: Connection

    init() throws {
        url = try PostgreSQLServer.database()
        connection = try Connection(url, limit: .seconds(600))
        try connection.run("CREATE TABLE pairs (key BIGINT PRIMARY KEY, value TEXT)")
    }

    @Test(arguments: [nil, "", "愛子 'x' \\ \"y\" $1\n", String(repeating: "x", count: 3_000_000)])
    func `a value comes back as it was`(value: String?) throws {
        try connection.run("INSERT INTO pairs VALUES ($1, $2)", ["1", value])

        #expect(try connection.run("SELECT key, value FROM pairs") == [["1", value]])
    }

    @Test func `a key that is there already is told apart from other errors, and the connection goes on`() throws {
        try connection.run("INSERT INTO pairs VALUES (1, 'secret')")

        let error = #expect(throws: PostgreSQLError.self) { try connection.run("INSERT INTO pairs VALUES (1, 'x')") }
        #expect(error?.isUniqueViolation == true)
        #expect(error.map { "\($0)" }?.contains("(key)=(1)") == false)
        let other = #expect(throws: PostgreSQLError.self) { try connection.run("INSERT INTO pairs VALUES ('x', 'x')") }
        #expect(other?.isUniqueViolation == false)

        try connection.run("INSERT INTO pairs VALUES (2, NULL)")
        #expect(!connection.isBroken)
    }

    @Test func `a text with U+0000 is refused, not cut`() throws {
        #expect(throws: PostgreSQLError.self) { try connection.run("INSERT INTO pairs VALUES (1, $1)", ["a\0b"]) }

        #expect(try connection.run("SELECT * FROM pairs").isEmpty)
    }

    @Test func `a statement that takes too long is given up by the server`() throws {
        let connection = try Connection(url, limit: .milliseconds(200))

        let error = #expect(throws: PostgreSQLError.self) { try connection.run("SELECT pg_sleep(30)") }

        #expect(error?.state == "57014")
        #expect(!connection.isBroken)
    }

    @Test func `a server that hangs breaks the connection`() throws {
        let connection = try Connection(url, limit: .seconds(5))
        let process = try connection.run("SELECT pg_backend_pid()")[0][0]
        let id = try #require(process.flatMap { pid_t($0) })
        #expect(kill(id, SIGSTOP) == 0)
        defer { kill(id, SIGCONT) }

        #expect(throws: PostgreSQLError.self) { try connection.run("SELECT 1") }

        #expect(connection.isBroken)
    }

    @Test func `a connection that was ended is broken`() throws {
        let process = try connection.run("SELECT pg_backend_pid()")[0][0]
        try Connection(url).run("SELECT pg_terminate_backend($1, 5000)", [process])

        #expect(throws: PostgreSQLError.self) { try connection.run("SELECT 1") }

        #expect(connection.isBroken)
    }

    @Test(arguments: ["postgres://test@%2Fnowhere/test", "postgres://127.0.0.1:1/test", "postgres://:x:y/", "x"])
    func `where no server answers, the error is one line`(url: String) {
        let error = #expect(throws: PostgreSQLError.self) { _ = try Connection(url) }

        #expect(error.map { "\($0)" }?.isEmpty == false)
        #expect(error.map { "\($0)" }?.contains("\n") == false)
    }
}
