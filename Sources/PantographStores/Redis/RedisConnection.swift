import CHiredis
import Glibc

/// A connection to Redis, whose calls block. One thread at a time. After it has thrown it is of no more use.
final class RedisConnection {
    private let context: UnsafeMutablePointer<redisContext>  // hiredis' handle, freed by `deinit`
    private let address: RedisAddress
    private let timeout: Duration

    /// Connects and enters. `timeout` is for the connecting and, from then on, for each wait.
    init(_ address: RedisAddress, timeout: Duration) throws(RedisStoreError) {
        let limit = timeval(tv_sec: Int(timeout.milliseconds / 1000), tv_usec: Int(timeout.milliseconds % 1000 * 1000))
        guard let context = redisConnectWithTimeout(address.host, Int32(address.port), limit) else {
            throw .unreachable(address: "\(address)", reason: "out of memory")
        }
        self.context = context
        self.address = address
        self.timeout = timeout
        guard context.pointee.err == 0, redisSetTimeout(context, limit) == REDIS_OK else {
            throw .unreachable(address: "\(address)", reason: String(cString: pantograph_redis_error(context)))
        }
        // Tells of a peer that has gone without a word; failing to ask for that harms nothing.
        _ = redisEnableKeepAlive(context)

        var commands: [RedisCommand] = []
        switch (address.user, address.password) {
        case (_, nil): break
        case ("", let password?): commands.append(RedisCommand("AUTH", password))
        case (let user, let password?): commands.append(RedisCommand("AUTH", user, password))
        }
        if address.database != 0 { commands.append(RedisCommand("SELECT", "\(address.database)")) }
        // A server that hangs still accepts connections; this tells.
        commands.append(RedisCommand("PING"))
        for reply in try exchange(commands) { _ = try reply.checked() }
    }

    deinit {
        redisFree(context)
    }

    /// The socket, for whoever wants to wait for it.
    var descriptor: Int32 { context.pointee.fd }

    /// Whether something has come that nobody asked for, which is the end of the connection. Does not block.
    var isStale: Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, 0) != 0
    }

    /// Sends all commands in one piece and then takes the replies, one a command.
    func exchange(_ commands: [RedisCommand]) throws(RedisStoreError) -> [RedisReply] {
        // hiredis writes with `write`, and a thread that writes to a closed connection gets the signal. It may stay
        // blocked: nothing on a queue's thread wants it.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)

        for command in commands {
            try check(redisAppendFormattedCommand(context, command.bytes, command.bytes.count))
        }
        var replies: [RedisReply] = []
        replies.reserveCapacity(commands.count)
        while replies.count < commands.count {
            if let reply = try take(redisGetReply) { replies.append(reply) }
        }
        return replies
    }

    /// What has come of replies. Blocks only if nothing has.
    func receive() throws(RedisStoreError) -> [RedisReply] {
        try check(redisBufferRead(context))
        return try received()
    }

    /// What was read along with earlier replies. Does not block.
    func received() throws(RedisStoreError) -> [RedisReply] {
        var replies: [RedisReply] = []
        while let reply = try take(redisGetReplyFromReader) { replies.append(reply) }
        return replies
    }

    private func take(
        _ body: (UnsafeMutablePointer<redisContext>, UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Int32
    ) throws(RedisStoreError) -> RedisReply? {
        var reply: UnsafeMutableRawPointer?
        try check(body(context, &reply))
        guard let reply else { return nil }
        defer { freeReplyObject(reply) }
        // What hiredis makes without functions of our own is a `redisReply`.
        return RedisReply(reply.assumingMemoryBound(to: redisReply.self).pointee)
    }

    private func check(_ status: Int32) throws(RedisStoreError) {
        guard status != REDIS_OK else { return }
        let isLate = context.pointee.err == REDIS_ERR_IO && errno == EAGAIN
        let reason = isLate ? "no answer within \(timeout)" : String(cString: pantograph_redis_error(context))
        throw .lost(address: "\(address)", reason: reason)
    }
}
