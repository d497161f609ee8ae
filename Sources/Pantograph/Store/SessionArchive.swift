/// Sessions in a store, where any server on that store finds them: sealed, each under a key of which only a hash is
/// kept, and each written by one server at a time.
///
/// A record's version is the number of claims and then of writes, so that whoever was claimed from cannot write any
/// more. Used from any thread.
public final class SessionArchive: Sendable {
    /// A session as it is to be written.
    struct Checkpoint: Sendable {
        let session: Session
        let keys: SessionRegistry.Keys
        /// Rises with every checkpoint of the session.
        let revision: Int
        let snapshot: [UInt8]
        /// The event that the snapshot was taken after.
        let event: Int
        let end: Instant
    }

    /// What becomes of a token.
    enum Decision: Sendable {
        case granted(Claimed)
        /// The session has ended, or the token is void.
        case refused
        /// What is stored is no session; it was set aside.
        case unreadable
        /// Nothing is stored: there was no such session, or the store has lost it.
        case unknown
    }

    /// A session that was claimed here, wherever it was before.
    struct Claimed: Sendable {
        let keys: SessionRegistry.Keys
        let snapshot: [UInt8]
        /// Whether this server was the one before too, so that a session living here is the newest.
        let wasHere: Bool
    }

    /// Another server has claimed a session.
    private static let topic = "claimed"

    private let store: any RecordStore
    private let sealing: any Sealing
    /// This server, as long as it runs.
    private let owner = RandomID().text

    /// Sessions are written to `store` by no other means.
    public init(_ store: any RecordStore, sealing: any Sealing) {
        self.store = store
        self.sealing = sealing
    }

    /// Writes sessions; false for one that another server, or a newer claim of this one, has taken.
    func save(_ checkpoints: [Checkpoint]) async throws -> [Bool] {
        try await store.commit(
            checkpoints.map { checkpoint in
                let record = SessionRecord(
                    newest: sealing.digest(checkpoint.keys.newest.secret.text),
                    predecessor: checkpoint.keys.predecessor.map { sealing.digest($0.secret.text) } ?? [],
                    owner: owner, snapshot: checkpoint.snapshot)
                let version = Self.version(claims: checkpoint.keys.claims, revision: checkpoint.revision)
                return [change(of: checkpoint.session.id, if: .atMost(version), to: record, version, checkpoint.end)]
            })
    }

    /// Takes a session by a good token, wherever it lives, and makes the token's successor. What is granted is durable.
    func claim(_ token: Token, until end: Instant) async throws -> Decision {
        let digest = sealing.digest(token.secret.text)
        // Again if the session was written meanwhile, so that what its server has just saved is not lost.
        while true {
            let (version, content) = try await read(token.session)
            let record: SessionRecord
            switch content {
            case .nothing: return .unknown
            case .ended: return .refused
            case .unreadable:
                try await store.setAside(Self.key(of: token.session))
                return .unreadable
            case .session(let session): record = session
            }
            guard digest == record.newest || digest == record.predecessor else { return .refused }
            let keys = SessionRegistry.Keys(
                newest: Token(to: token.session), predecessor: token, claims: Self.claims(of: version) + 1)
            let next = SessionRecord(
                newest: sealing.digest(keys.newest.secret.text), predecessor: digest, owner: owner,
                snapshot: record.snapshot)
            let change = change(
                of: token.session, if: .exactly(version), to: next, Self.version(claims: keys.claims, revision: 0), end)
            guard try await store.commit([[change]]) == [true] else { continue }
            let wasHere = record.owner == owner
            if !wasHere {
                // A server that misses it learns at its next write.
                try? await store.announce(Notice(Self.topic, "\(token.session.text) \(owner) \(keys.claims)"))
            }
            return .granted(Claimed(keys: keys, snapshot: record.snapshot, wasHere: wasHere))
        }
    }

    /// Whether this server was the last to claim the session. True for one that is not stored.
    func owns(_ id: RandomID) async throws -> Bool {
        if case .session(let record) = try await read(id).content { record.owner == owner } else { true }
    }

    /// Makes every token of a session void. The record stays until its end, so that no late write brings it back.
    func remove(_ id: RandomID, claims: Int, until end: Instant) async throws {
        let version = Self.version(claims: claims + 1, revision: 0)
        _ = try await store.commit([
            [RecordChange(of: Self.key(of: id), if: .atMost(version), to: [], version: version, until: end)]
        ])
    }

    /// Calls `body`, on any thread, when the store has been away and may have forgotten what it had.
    func onReturn(_ body: @escaping @Sendable () -> Void) {
        store.listen { if $0 == .storeIsBack { body() } }
    }

    /// Calls `body`, on any thread, with each session that another server has claimed from whoever had it, and how often
    /// the session was claimed by then.
    func onClaimElsewhere(_ body: @escaping @Sendable (RandomID, _ claims: Int) -> Void) {
        store.listen { [owner] notice in
            let words = notice.text.split(separator: " ")
            guard notice.topic == Self.topic, words.count == 3, words[1] != owner, let id = RandomID(words[0]),
                let claims = Int(words[2])
            else { return }
            body(id, claims)
        }
    }

    /// Makes sure that this server has the key that the store was begun with; else it would take every session for
    /// unreadable. Throws `WrongKey`, and what keeps the store from answering.
    public func checkKey() async throws {
        let plain = Array("pantograph".utf8)
        if let record = try await store.read(Self.checkKey) {
            guard sealing.open(record.value, for: Self.checkKey) == plain else { throw WrongKey() }
        } else {
            let change = RecordChange(
                of: Self.checkKey, if: .exactly(0), to: sealing.seal(plain, for: Self.checkKey), version: 1,
                until: Instant(sinceEpoch: .seconds(1 << 33)))
            // Another server may have been faster.
            if try await store.commit([[change]]) == [false] { try await checkKey() }
        }
    }

    /// The store is sealed with another key.
    public struct WrongKey: Error, CustomStringConvertible {
        /// What to do about it.
        public var description: String {
            "the store was begun with another key; use that key, or a new store"
        }
    }

    private static let checkKey = "key-check"

    private enum Content {
        case nothing, ended, unreadable
        case session(SessionRecord)
    }

    private func read(_ id: RandomID) async throws -> (version: Int, content: Content) {
        let key = Self.key(of: id)
        guard let record = try await store.read(key) else { return (0, .nothing) }
        if record.value.isEmpty { return (record.version, .ended) }
        guard let plain = sealing.open(record.value, for: key), let session = SessionRecord(plain) else {
            return (record.version, .unreadable)
        }
        return (record.version, .session(session))
    }

    private func change(
        of id: RandomID, if condition: RecordChange.Condition, to record: SessionRecord, _ version: Int, _ end: Instant
    ) -> RecordChange {
        let key = Self.key(of: id)
        return RecordChange(
            of: key, if: condition, to: sealing.seal(record.bytes, for: key), version: version, until: end)
    }

    private static func key(of id: RandomID) -> String { "session:\(id.text)" }

    private static func version(claims: Int, revision: Int) -> Int { (claims << 32 | revision) + 1 }
    private static func claims(of version: Int) -> Int { (version - 1) >> 32 }
}
