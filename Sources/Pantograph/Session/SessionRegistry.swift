import Synchronization

/// The live sessions of one server, their tokens, and who may have them (protocol section 5). Shared by all loops.
final class SessionRegistry: Sendable {
    /// A session together with the proof of who claimed it last.
    struct Claim: Sendable {
        let session: Session
        /// The text of the token to give out.
        let token: String
        /// Tells a late expiry, confirmation or write that it is too late.
        let number: Int
        /// Whether the token can be given out: whatever becomes of this server, it is good.
        var isStored = true
    }

    /// What opens a session.
    struct Keys: Sendable {
        var newest: Token
        /// The token that the newest came from: good until the first message on the new connection.
        var predecessor: Token?
        /// How often the session was claimed.
        var claims = 0
    }

    private struct Entry {
        let session: Session
        var keys: Keys
        /// The predecessor that was good last; the archive may not know yet that it is void.
        var void: Token?
    }

    private let table = Mutex<[RandomID: Entry]>([:])

    /// Adds a session that nobody has a token of yet.
    func insert(_ session: Session) -> Claim {
        let token = Token(to: session.id)
        table.withLock { $0[session.id] = Entry(session: session, keys: Keys(newest: token)) }
        return Claim(session: session, token: token.text, number: 0, isStored: false)
    }

    /// Takes a session by a good token and gives out the token's successor. Used again, a predecessor makes a new
    /// successor and voids the one never used. While no successor can be stored, the token stays good, under another
    /// text.
    func claim(_ token: Token, canStore: Bool = true) -> Claim? {
        table.withLock { table in
            guard var entry = table[token.session], token == entry.keys.newest || token == entry.keys.predecessor else {
                return nil
            }
            let newest = canStore ? Token(to: token.session) : token
            entry.keys = Keys(newest: newest, predecessor: canStore ? token : nil, claims: entry.keys.claims + 1)
            table[token.session] = entry
            return Claim(
                session: entry.session, token: canStore ? newest.text : token.alias, number: entry.keys.claims,
                isStored: !canStore)
        }
    }

    /// Notes a claim that the archive has granted; `session` lives here already, or does from now on. If another has
    /// come in between, that one is claimed.
    func insert(_ session: Session, claimedBy keys: Keys) -> Claim {
        table.withLock { table in
            var entry = table[session.id] ?? Entry(session: session, keys: keys)
            // Of several claims the newest counts, in whatever order they arrive.
            if keys.claims > entry.keys.claims { entry.keys = keys }
            table[session.id] = entry
            return Claim(session: entry.session, token: keys.newest.text, number: keys.claims)
        }
    }

    /// The claim's token has arrived: its predecessor is void from now on.
    func confirm(_ session: Session, claim number: Int) {
        table.withLock { table in
            guard var entry = table[session.id], entry.session === session, entry.keys.claims == number else { return }
            entry.void = entry.keys.predecessor
            entry.keys.predecessor = nil
            table[session.id] = entry
        }
    }

    /// Whether a token is known to be void, whatever the archive says.
    func isVoid(_ token: Token) -> Bool {
        table.withLock { $0[token.session]?.void == token }
    }

    /// What opens a session now; nil once it has ended.
    func keys(of session: Session) -> Keys? {
        table.withLock { table in
            guard let entry = table[session.id], entry.session === session else { return nil }
            return entry.keys
        }
    }

    /// Takes out the session of this name if it was claimed here less often than `claims` times.
    func removeStale(_ id: RandomID, before claims: Int) -> Session? {
        table.withLock { table in
            guard let entry = table[id], entry.keys.claims < claims else { return nil }
            table[id] = nil
            return entry.session
        }
    }

    func session(_ id: RandomID) -> Session? {
        table.withLock { $0[id]?.session }
    }

    var count: Int { table.withLock(\.count) }

    var all: [Session] {
        table.withLock { $0.values.map(\.session) }
    }

    /// Forgets a session for which nobody came; false if somebody has claimed it after all.
    func expire(_ session: Session, unlessClaimedAfter number: Int) -> Bool {
        table.withLock { table in
            guard let entry = table[session.id], entry.session === session, entry.keys.claims == number else {
                return false
            }
            table[session.id] = nil
            return true
        }
    }

    /// Forgets a session, but not one that was made anew under its name.
    func remove(_ session: Session) {
        table.withLock { table in
            if let entry = table[session.id], entry.session === session { table[session.id] = nil }
        }
    }
}
