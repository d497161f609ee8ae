import Executors

/// One connection to Redis for the calls of all threads; it connects by itself when there is something to send.
///
/// It would be natural to have hiredis watch its socket on the callers' event loops, but those belong to the server
/// module, which a store does not see. So hiredis blocks a queue of its own, and what is asked for while a batch is on
/// its way goes with the next: as many round trips as Redis and the network give, each with all that waits.
actor RedisPipeline {
    private nonisolated let executor = SerialQueueExecutor("pantograph.redis")
    private nonisolated let calls = GatheredCalls<RedisCommand, RedisReply>()
    private let address: RedisAddress
    private let timeout: Duration
    private var connection: RedisConnection?
    /// Until when calls fail at once, and with what; without that each would wait for a server that is away.
    private var closed: (until: ContinuousClock.Instant, error: any Error)?
    private var backOff = BackOff()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ address: RedisAddress, timeout: Duration) {
        self.address = address
        self.timeout = timeout
    }

    /// A reply a command, errors included. Throws `RedisStoreError` if it is not known what became of them.
    nonisolated func send(_ commands: [RedisCommand]) async throws -> [RedisReply] {
        try await calls.submit(commands) { wake() }
    }

    private nonisolated func wake() {
        executor.async { self.assumeIsolated { $0.sendWaiting() } }
    }

    private func sendWaiting() {
        calls.run(wake: wake, exchange)
    }

    private func exchange(_ commands: [RedisCommand]) throws -> [RedisReply] {
        if let closed, closed.until > .now { throw closed.error }
        do {
            // A server that has restarted, or a proxy that closes idle connections, is noticed before anything is lost.
            if connection?.isStale == true { connection = nil }
            let connection = try connection ?? RedisConnection(address, timeout: timeout)
            self.connection = connection
            let replies = try connection.exchange(commands)
            closed = nil
            backOff = BackOff()
            // It has become a replica: the name may lead to the new primary by now.
            if replies.contains(where: \.isReadOnly) { self.connection = nil }
            return replies
        } catch {
            connection = nil
            closed = (.now + backOff.next(), error)
            throw error
        }
    }
}
