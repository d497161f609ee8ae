public import Pantograph
import Synchronization

/// Records in Redis, for any number of servers: all that wait go out together, and each transaction is one script.
///
/// Nothing is done on the callers' event loops. While Redis is away, calls throw soon, and the first one after a pause
/// of at most 300 ms looks whether it is back.
public final class RedisStore: RecordStore {
    private let pipeline: RedisPipeline
    private let subscription: RedisSubscription
    private let listeners: Listeners
    private let now: @Sendable () -> Instant
    /// The commit script's name in Redis, once it is there.
    private let digest = Mutex<String?>(nil)

    private static let channel = RecordScript.prefix + "notices"

    /// For `redis://[user:password@]host[:port][/database]`. Begins to listen for notices; `ping` tells whether the
    /// server is there. `now` tells how long a record lasts; `timeout` is for connecting and for each answer. Throws
    /// `RedisStoreError.badURL`.
    public init(
        url: String, timeout: Duration = .seconds(1), now: @escaping @Sendable () -> Instant,
        log: @escaping @Sendable (LogEvent) -> Void
    ) throws {
        let address = try RedisAddress(url)
        let listeners = Listeners()
        self.now = now
        self.listeners = listeners
        pipeline = RedisPipeline(address, timeout: timeout)
        subscription = RedisSubscription(to: Self.channel, at: address, timeout: timeout, log: log) { message in
            if let notice = Notice(encoded: message) { listeners.tell(notice) }
        } whenBack: {
            listeners.tell(.storeIsBack)
        }
    }

    /// True: Redis outlives this process. How much it loses when it ends itself is for its own configuration to say.
    public var isDurable: Bool { true }

    /// Returns if Redis answers; else throws `RedisStoreError`.
    public func ping() async throws {
        _ = try await send(RedisCommand("PING"))
    }

    /// Throws `RedisStoreError`.
    public func read(_ key: String) async throws -> Record? {
        switch try await send(RedisCommand("GET", RecordScript.prefix + key)) {
        case .none: return nil
        case .bytes(let bytes):
            guard let record = RecordScript.record(bytes) else { throw RedisStoreError.unexpectedReply }
            return record
        default: throw RedisStoreError.unexpectedReply
        }
    }

    /// Throws `RedisStoreError`.
    public func commit(_ transactions: [[RecordChange]]) async throws -> [Bool] {
        guard !transactions.isEmpty else { return [] }
        let digest = if let known = digest.withLock({ $0 }) { known } else { try await load() }
        let now = now()
        let commands = transactions.map { RecordScript.commit($0, digest: digest, now: now) }
        var replies = try await pipeline.send(commands)
        // Redis forgets scripts when it restarts. None from there on has been done, or the order would not be kept.
        if let first = replies.firstIndex(where: \.isMissingScript), replies[first...].allSatisfy(\.isMissingScript) {
            _ = try await load()
            replies.replaceSubrange(first..., with: try await pipeline.send(Array(commands[first...])))
        }
        return try replies.map { reply in try reply.checked() == .integer(1) }
    }

    /// Renames the record to `pantograph:set-aside:<key>`, with a number if there is one already, and takes its end away. Throws `RedisStoreError`.
    public func setAside(_ key: String) async throws {
        let keys = (from: RecordScript.prefix + key, to: RecordScript.prefix + "set-aside:" + key)
        _ = try await send(RedisCommand("EVAL", RecordScript.setAside, "2", keys.from, keys.to))
    }

    /// Throws `RedisStoreError`. Listeners of this server hear it as those of others do, by way of Redis.
    public func announce(_ notice: Notice) async throws {
        _ = try await send(RedisCommand("PUBLISH", Self.channel, notice.encoded))
    }

    /// Listens as long as the store lives. While the connection is being renewed, notices are missed.
    public func listen(_ body: @escaping @Sendable (Notice) -> Void) {
        listeners.add(body)
    }

    private func load() async throws -> String {
        guard case .bytes(let digest) = try await send(RedisCommand("SCRIPT", "LOAD", RecordScript.commit)) else {
            throw RedisStoreError.unexpectedReply
        }
        let name = String(decoding: digest, as: UTF8.self)
        self.digest.withLock { $0 = name }
        return name
    }

    private func send(_ command: RedisCommand) async throws -> RedisReply {
        guard let reply = try await pipeline.send([command]).first else { throw RedisStoreError.unexpectedReply }
        return try reply.checked()
    }
}
