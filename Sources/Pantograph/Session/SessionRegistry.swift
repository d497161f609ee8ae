import Synchronization

/// The sessions of one server by their tokens, and who may have them (protocol section 5). Shared by all loops.
final class SessionRegistry: Sendable {
    /// One session's tokens. Read and written under the registry's lock only.
    private struct Entry {
        var newest: Token
        /// The token that the newest came from: good until the first message on the new connection.
        var predecessor: Token?
        /// How often the session was claimed; tells a late expiry or retirement that it is too late.
        var claims = 0
    }

    /// A session together with the proof of who claimed it last.
    struct Claim: Sendable {
        let session: Session
        let token: Token
        let number: Int
    }

    private struct Table {
        var sessions: [Token: Session] = [:]
        var entries: [ObjectIdentifier: Entry] = [:]
    }

    private let table = Mutex(Table())

    func insert(_ session: Session) -> Claim {
        let token = Token()
        table.withLock { table in
            table.sessions[token] = session
            table.entries[ObjectIdentifier(session)] = Entry(newest: token)
        }
        return Claim(session: session, token: token, number: 0)
    }

    /// Takes a session by a good token and gives out the token's successor. Used again, a predecessor makes a new
    /// successor and voids the one never used.
    func claim(_ token: Token) -> Claim? {
        table.withLock { table in
            guard let session = table.sessions[token], var entry = table.entries[ObjectIdentifier(session)] else {
                return nil
            }
            let successor = Token()
            if token == entry.newest {
                if let old = entry.predecessor { table.sessions[old] = nil }
                entry.predecessor = token
            } else {
                table.sessions[entry.newest] = nil
            }
            entry.newest = successor
            entry.claims += 1
            table.sessions[successor] = session
            table.entries[ObjectIdentifier(session)] = entry
            return Claim(session: session, token: successor, number: entry.claims)
        }
    }

    /// The claim's token has arrived: its predecessor is void from now on.
    func confirm(_ session: Session, claim number: Int) {
        table.withLock { table in
            let id = ObjectIdentifier(session)
            guard table.entries[id]?.claims == number, let old = table.entries[id]?.predecessor else { return }
            table.sessions[old] = nil
            table.entries[id]?.predecessor = nil
        }
    }

    /// Forgets a session for which nobody came; false if somebody has claimed it after all.
    func expire(_ session: Session, unlessClaimedAfter number: Int) -> Bool {
        table.withLock { table in
            guard table.entries[ObjectIdentifier(session)]?.claims == number else { return false }
            Self.remove(session, from: &table)
            return true
        }
    }

    func remove(_ session: Session) {
        table.withLock { Self.remove(session, from: &$0) }
    }

    private static func remove(_ session: Session, from table: inout Table) {
        guard let entry = table.entries.removeValue(forKey: ObjectIdentifier(session)) else { return }
        table.sessions[entry.newest] = nil
        if let old = entry.predecessor { table.sessions[old] = nil }
    }
}
