public import Pantograph

/// Issues codes: random digits, sent by a gateway and kept in a store as keyed hashes.
public actor SignInCodes: CodeIssuer {
    /// The limits of screens.md, "The sign-in service".
    public struct Configuration: Sendable {
        /// How many digits a code has.
        public var codeLength = 6
        /// How long a number rests between two messages.
        public var resendAfter = Duration.seconds(60)
        /// How long a code is good.
        public var lifetime = Duration.seconds(5 * 60)
        /// How often a code may be guessed in all; the last guess may be right.
        public var guesses = 5
        /// The most messages to a number in any 24 hours.
        public var messagesADay = 10
        /// The most messages in any 24 hours that one client address may ask for.
        public var messagesADayAnAddress = 100

        /// The limits as they stand there.
        public init() {}
    }

    private let configuration: Configuration
    private let gateway: any MessageGateway
    private let ledgers: CodeLedgers
    private let now: @Sendable () -> Instant
    private let log: @Sendable (LogEvent) -> Void
    /// What is being sent; whoever asks for the same number meanwhile waits for the same message.
    private var sendings: [NationalNumber: Task<Void, any Error>] = [:]

    /// Longer than a ledger waits for a message, in real time.
    private static let patience = Duration.seconds(16)
    private static let pause = Duration.milliseconds(200)

    /// Codes and counts are kept in `records`, or in memory, under `hash`; servers that share the one share the other. `now` is called
    /// from any thread. `log` hears of messages that could not be sent, never of numbers or codes.
    public init(
        _ configuration: Configuration = .init(), gateway: any MessageGateway, records: (any RecordStore)? = nil,
        hash: KeyedHash = KeyedHash(), now: @escaping @Sendable () -> Instant,
        log: @escaping @Sendable (LogEvent) -> Void
    ) {
        self.configuration = configuration
        self.gateway = gateway
        ledgers = CodeLedgers(records: records ?? MemoryStore(now: now), hash: hash)
        self.now = now
        self.log = log
    }

    /// As configured.
    nonisolated public var codeLength: Int { configuration.codeLength }
    /// As configured.
    nonisolated public var resendAfter: Duration { configuration.resendAfter }

    /// Goes on when the caller is cancelled: a person who leaves the screen has asked for the message all the same.
    public func issue(to number: NationalNumber, message: @escaping @Sendable (String) -> String) async throws {
        if let sending = sendings[number] { return try await sending.value }
        let sending = Task {
            defer { sendings[number] = nil }
            try await send(to: number, message)
        }
        sendings[number] = sending
        try await sending.value
    }

    private func send(to number: NationalNumber, _ message: @Sendable (String) -> String) async throws {
        let key = eventKey()
        let code: String
        switch try await reserve(key, number) {
        case .send(let seed): code = makeCode(from: seed, number)
        case .nothing: return
        case .wait: throw CodeIssuerError.messageNotSent
        case .dailyLimitReached: throw CodeIssuerError.dailyLimitReached
        }
        do {
            try await countForAddress(key)
            try await gateway.send(message(code), to: number)
        } catch {
            let reason = error is CodeIssuerError ? "an address has asked for too many" : String(describing: error)
            log(LogEvent(.warning, "message not sent", ("error", .text(reason))))
            try await release(key, number)
            throw error as? CodeIssuerError ?? .messageNotSent
        }
        // Only now: until the message has left, the earlier code stays good.
        let end = now().advanced(by: configuration.lifetime)
        let digest = digest(of: code, number)
        try await ledgers.change(of: number, at: now()) { $0.confirm(key, with: digest, until: end) }
    }

    /// Waits for a message of another server, which nobody else would tell of: `.wait` is the answer when that has taken
    /// too long. Throws what keeps the store from answering.
    private func reserve(_ key: String, _ number: NationalNumber) async throws -> CodeLedger.Decision {
        let end = ContinuousClock.now + Self.patience
        let seed = randomName()
        while true {
            let decision = try await ledgers.change(of: number, at: now()) { [configuration, time = now()] in
                $0.reserve(
                    key, seed: seed, at: time, coolDown: configuration.resendAfter,
                    messagesADay: configuration.messagesADay)
            }
            guard decision == .wait, ContinuousClock.now < end else { return decision }
            try await Task.sleep(for: Self.pause)
        }
    }

    /// Throws `CodeIssuerError`, and what keeps the store from answering.
    private func countForAddress(_ key: String) async throws {
        guard let address = ClientAddress.current else { return }
        let limit = configuration.messagesADayAnAddress
        let isWithin = try await ledgers.change(ofAddress: address, at: now()) { [time = now()] in
            $0.count(key, at: time, messagesADay: limit)
        }
        guard isWithin else { throw CodeIssuerError.addressLimitReached }
    }

    /// The message has not left: it counts for nobody.
    private func release(_ key: String, _ number: NationalNumber) async throws {
        try await ledgers.change(of: number, at: now()) { $0.release(key) }
        guard let address = ClientAddress.current else { return }
        try await ledgers.change(ofAddress: address, at: now()) { $0.release(key) }
    }

    /// Five parallel guesses of the right code are one `right` and four `spent`.
    public func verify(
        _ code: String, of number: NationalNumber, isKnown: Bool = true
    ) async throws -> CodeVerdict {
        let key = eventKey()
        // Counted before it is compared, so that parallel guesses share the same few.
        let limit = configuration.guesses
        guard let digest = try await ledgers.change(of: number, at: now(), { $0.guess(key, limit: limit) }) else {
            return .spent
        }
        guard KeyedHash.areEqual(digest, self.digest(of: code, number)) else { return .wrong }
        return try await ledgers.change(of: number, at: now()) { $0.useUp(key, digest, isKnown: isKnown) }
    }

    /// The event that asks, which may run again after a crash; whoever asks outside of an event asks once.
    private func eventKey() -> String {
        EventID.current?.description ?? randomName()
    }

    /// 128 bits of the system's generator.
    private func randomName() -> String {
        String(UInt128.random(in: 0 ... .max), radix: 36)
    }

    /// Random digits for who has not got both the seed and the key of the hash.
    private func makeCode(from seed: String, _ number: NationalNumber) -> String {
        let digest = ledgers.hash.digest(of: "code:\(seed):\(number.digits)")
        // So many bits that no digit is noticeably likelier than another.
        var rest = digest.prefix(16).reduce(0 as UInt128) { $0 << 8 | UInt128($1) }
        return (0..<configuration.codeLength).map { _ in
            defer { rest /= 10 }
            return String(rest % 10)
        }.joined()
    }

    /// Of the number too, so that equal codes of two numbers do not look equal. The number ends at the colon.
    private func digest(of code: String, _ number: NationalNumber) -> [UInt8] {
        ledgers.hash.digest(of: "\(number.digits):\(code)")
    }
}

extension SignInCodes: Forgetting {
    /// Deletes a number's code and counts. Throws what keeps the store from answering.
    public func forget(_ contact: Contact) async throws -> Bool {
        guard case .number(let number) = contact else { return false }
        return try await ledgers.forget(number, at: now())
    }
}
