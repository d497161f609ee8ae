import Screens
import ScreensHTTP
import Testing

@Suite struct HTTPGatewaySpecs {
    private let aiko = NationalNumber("09012345678")
    /// Longer than a server would wait, because a machine that runs tests may be slow.
    private static let patience = Duration.seconds(600)

    /// The failure of one message.
    private func failure(of service: TestService, limit: Duration = patience) async throws -> String {
        let gateway = try HTTPGateway(service.url, token: "secret", limit: limit)
        let error = await #expect(throws: HTTPGateway.Failure.self) { try await gateway.send("x", to: aiko) }
        return error.map { "\($0)" } ?? ""
    }

    @Test func `a message is posted as JSON, with a token and a key of its own`() async throws {
        let service = try TestService(.status("200 OK"))
        let gateway = try HTTPGateway(service.url, token: "a.b-c", limit: Self.patience)

        try await gateway.send("Your code is \"123456\".\nロ", to: aiko)
        try await gateway.send("2", to: aiko)

        let request = try #require(service.requests.first)
        #expect(request.line == "POST /messages?a=b HTTP/1.1")
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.headers["authorization"] == "Bearer a.b-c")
        #expect(request.body == #"{"to":"09012345678","text":"Your code is \"123456\".\nロ"}"#)
        let keys = service.requests.map { $0.headers["idempotency-key"] }
        #expect(keys.count == 2 && keys[0]?.isEmpty == false && keys[0] != keys[1])
    }

    @Test func `without a token there is no header for it`() async throws {
        let service = try TestService(.status("204 No Content"))

        try await HTTPGateway(service.url, limit: Self.patience).send("x", to: aiko)

        #expect(service.requests.map { $0.headers["authorization"] } == [nil])
    }

    @Test(arguments: ["200 OK", "201 Created", "202 Accepted", "204 No Content"])
    func `2xx means taken`(status: String) async throws {
        let service = try TestService(.status(status, body: status.hasPrefix("204") ? "" : "{}"))

        try await HTTPGateway(service.url, limit: Self.patience).send("x", to: aiko)
    }

    @Test(arguments: [
        "400 Bad Request", "401 Unauthorized", "404 Not Found", "429 Too Many Requests", "500 No", "503 No",
    ])
    func `any other answer is a failure and is not tried again`(status: String) async throws {
        let service = try TestService(.status(status, body: "secret"))

        #expect(try await failure(of: service) == "the gateway answered \(status.prefix(3))")

        #expect(service.requests.count == 1)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirection is a failure and is not followed`(status: Int) async throws {
        let other = try TestService(.status("200 OK"))
        let service = try TestService(.status("\(status) Moved", headers: "Location: \(other.url)\r\n"))

        #expect(try await failure(of: service) == "the gateway answered \(status)")

        #expect(service.requests.count == 1)
        #expect(other.requests.isEmpty)
    }

    @Test(arguments: [TestService.Answer.hangUp, .bytes(""), .bytes("HTT")])
    func `a connection that fails before an answer is tried once more, with the same key`(
        answer: TestService.Answer
    ) async throws {
        let service = try TestService(answer, .status("200 OK"))

        try await HTTPGateway(service.url, limit: Self.patience).send("x", to: aiko)

        let requests = service.requests
        #expect(requests.count == 2 && requests[0] == requests[1])
    }

    @Test func `but not twice`() async throws {
        let service = try TestService(.hangUp)

        #expect(try await failure(of: service).hasPrefix("no connection to the gateway: "))

        #expect(service.requests.count == 2)
    }

    @Test func `where nobody listens, it fails at once`() async throws {
        let service = try TestService(.silence)
        service.stop()

        #expect(try await failure(of: service).hasPrefix("no connection to the gateway: "))
    }

    @Test(arguments: [
        TestService.Answer.silence, .flood("HTTP/1.1 100 Continue\r\n\r\n"),
        .bytes("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n"),
    ])
    func `an answer that does not come in time is a failure`(answer: TestService.Answer) async throws {
        let service = try TestService(answer, .silence)

        let failure = try await failure(of: service, limit: .milliseconds(500))

        // What a flood of interim answers ends as depends on how fast it comes.
        let endings = ["the gateway has not answered in time", "no connection", "the gateway answered 100"]
        #expect(endings.contains { failure.hasPrefix($0) }, "\(failure)")
    }

    @Test func `an answer is one, however long or badly it goes on`() async throws {
        let endless = try TestService(.flood("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 1 << 15)))
        try await HTTPGateway(endless.url, limit: Self.patience).send("x", to: aiko)

        let short = try TestService(.bytes("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nx"))
        try await HTTPGateway(short.url, limit: Self.patience).send("x", to: aiko)

        #expect(short.requests.count == 1)
    }

    @Test(arguments: [
        "", "x", "ftp://a.b", "http://", "http://user@a.b", "http://user:secret@a.b/", "file:///etc/passwd",
    ])
    func `an address that is none is refused`(address: String) {
        #expect(throws: HTTPGateway.BadConfiguration.self) { try HTTPGateway(address) }
    }

    @Test(arguments: ["a b", "a\r\nHost: x", "é", "\0"])
    func `a token that would not be one is refused`(token: String) {
        #expect(throws: HTTPGateway.BadConfiguration.self) { try HTTPGateway("https://a.b", token: token) }
    }

    @Test func `messages to a slow service do not wait for each other`() async throws {
        let service = try TestService(.silence)
        let gateway = try HTTPGateway(service.url, limit: Self.patience)

        await withTaskGroup { group in
            for _ in 0..<12 {
                group.addTask { try? await gateway.send("x", to: aiko) }
            }
            // One that waited for another would never come.
            while service.requests.count < 12 { await Task.yield() }
            service.stop()
        }
    }
}
