import Foundation
import Pantograph
import PantographStores
import Testing

@Suite struct RedisStoreSpecs {
    private let time = TestTime()
    private let log = Gathered<LogEvent>()

    private func open(_ url: String, timeout: Duration = .seconds(10)) throws -> RedisStore {
        try RedisStore(url: url, timeout: timeout, now: { [time] in time.now }, log: log.append)
    }

    private func put(_ key: String, _ value: [UInt8] = [1]) -> [RecordChange] {
        [RecordChange(of: key, if: .atMost(.max), to: value, version: 1, until: time.now.advanced(by: .seconds(3600)))]
    }

    // MARK: What lies in Redis

    @Test func `all keys begin with the name of this library, and end by themselves`() async throws {
        let server = try RedisServer()
        let store = try open(server.url)
        _ = try await store.commit([put("a")])

        #expect(try server.cli("KEYS", "*") == "pantograph:a")
        let left = try #require(try Int(server.cli("PTTL", "pantograph:a")))
        #expect((1...3_600_000).contains(left))
    }

    @Test func `a record that is set aside stays as it is, and has no end`() async throws {
        let server = try RedisServer()
        let store = try open(server.url)
        for text in ["one", "two"] {
            _ = try await store.commit([put("a", Array(text.utf8))])
            try await store.setAside("a")
        }

        for (name, text) in [("pantograph:set-aside:a", "one"), ("pantograph:set-aside:a-2", "two")] {
            #expect(try server.cli("GET", name).hasSuffix(text))
            #expect(try server.cli("PTTL", name) == "-1")
        }
    }

    @Test func `what is no record is told from none, and can be set aside`() async throws {
        let server = try RedisServer()
        let store = try open(server.url)
        _ = try server.cli("SET", "pantograph:text", "short")
        _ = try server.cli("LPUSH", "pantograph:list", "secret")

        await #expect(throws: RedisStoreError.unexpectedReply) { try await store.read("text") }
        await #expect(throws: RedisStoreError.self) { try await store.read("list") }
        await #expect(throws: RedisStoreError.self) { _ = try await store.commit([put("a"), put("list")]) }

        for key in ["text", "list"] {
            try await store.setAside(key)
            #expect(try await store.read(key) == nil)
            #expect(try await store.commit([put(key)]) == [true])
        }
    }

    @Test func `scripts that Redis has forgotten are sent again`() async throws {
        let server = try RedisServer()
        let store = try open(server.url)
        #expect(try await store.commit([put("a")]) == [true])

        _ = try server.cli("SCRIPT", "FLUSH")

        #expect(try await store.commit([put("a"), put("b")]) == [true, true])
        #expect(try await store.read("b") != nil)
    }

    // MARK: A server that is away

    @Test func `while Redis is away calls throw, and once it is back they work again`() async throws {
        let server = try RedisServer()
        let store = try open(server.url)
        #expect(try await store.commit([put("a")]) == [true])

        server.kill()

        for _ in 0..<100 {
            await #expect(throws: RedisStoreError.self) { _ = try await store.commit([put("b")]) }
            await #expect(throws: RedisStoreError.self) { try await store.read("a") }
        }

        try server.start()
        try await eventually("the store does not come back") { (try? await store.read("a")) != nil }
        #expect(try await store.read("a") == Record(version: 1, value: [1]))
        #expect(try await store.commit([put("b")]) == [true])
    }

    @Test func `a restart between two calls is not noticed`() async throws {
        let server = try RedisServer()
        let store = try open(server.url)
        #expect(try await store.commit([put("a")]) == [true])

        server.kill()
        try server.start()

        #expect(try await store.read("a") != nil)
        #expect(try await store.commit([put("b")]) == [true])
    }

    @Test func `none of many commits that were confirmed is lost when Redis is killed in their midst`() async throws {
        let server = try RedisServer()
        let store = try open(server.url)
        let confirmed = Gathered<String>()

        try await withThrowingTaskGroup { group in
            for task in 0..<20 {
                group.addTask {
                    var index = 0
                    while !Task.isCancelled {
                        let key = "\(task)/\(index)"
                        guard (try? await store.commit([put(key)])) == [true] else { return }
                        confirmed.append(key)
                        index += 1
                    }
                }
            }
            try await eventually("nothing is confirmed") { confirmed.all.count > 100 }
            server.kill()
            try await group.waitForAll()
        }

        try server.start()
        try await eventually("the store does not come back") { (try? await store.ping()) != nil }
        for key in confirmed.all { #expect(try await store.read(key) != nil) }
    }

    @Test func `a server that hangs holds up calls for the time-out, not one after the other`() async throws {
        let server = try RedisServer()
        let store = try open(server.url, timeout: .milliseconds(200))
        try await store.ping()

        server.freeze()
        await withTaskGroup { group in
            for index in 0..<100 {
                group.addTask {
                    for _ in 0..<3 {
                        _ = await #expect(throws: RedisStoreError.self) { try await store.read("\(index)") }
                    }
                }
            }
        }
        for _ in 0..<300 { await #expect(throws: RedisStoreError.self) { try await store.read("a") } }

        server.thaw()
        try await eventually("the store does not come back") { (try? await store.ping()) != nil }
        #expect(try await store.commit([put("a")]) == [true])
        // Each time-out has cost a connection, which was taken when the server went on.
        let line = try #require(try server.cli("INFO", "stats").firstMatch(of: /total_connections_received:(\d+)/))
        #expect(try #require(Int(line.1)) < 300, "a time-out for each of 600 calls")
    }

    @Test func `notices are heard again after a restart`() async throws {
        let server = try RedisServer()
        let (speaker, listener) = (try open(server.url), try open(server.url))
        let heard = Gathered<Notice>()
        listener.listen(heard.append)
        func isHeard(_ text: String) async throws -> Bool {
            try? await speaker.announce(Notice("test", text))
            return heard.all.contains(Notice("test", text))
        }
        try await eventually("nobody listens") { try await isHeard("before") }

        server.kill()
        try server.start()

        try await eventually("nobody listens any more") { try await isHeard("after") }
        #expect(log.names.contains("store notices are not heard"))
    }

    @Test func `a message that is no notice is passed over`() async throws {
        let server = try RedisServer()
        let store = try open(server.url)
        let heard = Gathered<Notice>()
        store.listen(heard.append)
        try await eventually("nobody listens") {
            try server.cli("PUBSUB", "NUMSUB", "pantograph:notices").hasSuffix("1")
        }

        for text in ["", ":", "a", "99:a", "-1:a", "99999999999999999999:a", "1", "1:"] {
            _ = try server.cli("PUBLISH", "pantograph:notices", text)
        }
        try await store.announce(Notice("a", "b"))

        try await eventually("the notice is not heard") { !heard.all.isEmpty }
        #expect(heard.all == [Notice("a", "b")])
    }

    // MARK: Addresses

    @Test func `a password, a user and a database of the URL are used, and never told`() async throws {
        let server = try RedisServer(
            "--requirepass", "pass/w:rd@1", "--user", "ann", "on", ">se cret", "allkeys", "allchannels", "allcommands")
        let host = "127.0.0.1:\(server.port)"
        let store = try open("redis://:pass%2Fw:rd%401@\(host)")
        #expect(try await store.commit([put("a")]) == [true])

        let other = try open("redis://ann:se%20cret@\(host)/3")
        #expect(try await other.read("a") == nil)
        #expect(try await other.commit([put("a", [3])]) == [true])
        #expect(try await open("redis://:pass%2Fw:rd%401@\(host)/3").read("a")?.value == [3])
        #expect(try await store.read("a")?.value == [1])

        for url in ["redis://\(host)", "redis://:opensesame@\(host)", "redis://bob:opensesame@\(host)"] {
            let store = try open(url)
            let error = await #expect(throws: RedisStoreError.self) { try await store.ping() }
            #expect(error.map { "\($0)".contains("opensesame") } == false)
        }
        #expect(!log.text.contains("opensesame"))
    }

    @Test(arguments: [
        "", "localhost:6379", "rediss://localhost", "redis://", "redis://:6379", "redis://localhost:0",
        "redis://localhost:65536", "redis://localhost:x", "redis://localhost:", "redis://localhost/x",
        "redis://localhost/-1", "redis://localhost/1/2", "redis://opensesame@localhost", "redis://a:%zz@localhost",
        "redis://a:%2@localhost", "redis://a:%ff@localhost", "redis://[::1", "redis://[::1]x:6379",
    ])
    func `what is no URL of a Redis is told, without the password`(url: String) {
        let error = #expect(throws: RedisStoreError.self) { try open(url) }
        guard case .badURL = error else {
            Issue.record("another error")
            return
        }
        #expect(error.map { "\($0)".contains("opensesame") } == false)
    }

    @Test(arguments: ["redis://localhost", "redis://[::1]:7000/", "redis://[::1]", "redis://u:p@example.org:1/15"])
    func `URLs may leave out what has a usual value`(url: String) throws {
        _ = try open(url)
    }
}
