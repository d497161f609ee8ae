import Synchronization

/// Records that last as long as this object.
public final class MemoryStore: RecordStore {
    private struct Entry {
        let record: Record
        let end: Instant
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var setAside: [String: Entry] = [:]
        var listeners: [@Sendable (Notice) -> Void] = []
        /// How many entries may gather before ended ones are looked for.
        var sweepLimit = 1024

        mutating func sweep(at now: Instant) {
            guard entries.count >= sweepLimit else { return }
            entries = entries.filter { $0.value.end > now }
            sweepLimit = max(1024, entries.count * 2)
        }
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Instant

    /// An empty store; `now` tells which records have come to their end.
    public init(now: @escaping @Sendable () -> Instant) {
        self.now = now
    }

    /// It is as durable as this object is.
    public var isDurable: Bool { true }

    /// How many records there are.
    public var count: Int {
        let now = now()
        return state.withLock { $0.entries.values.count { $0.end > now } }
    }

    /// Never throws.
    public func read(_ key: String) -> Record? {
        let now = now()
        return state.withLock { state in
            guard let entry = state.entries[key], entry.end > now else { return nil }
            return entry.record
        }
    }

    /// Never throws.
    public func commit(_ transactions: [[RecordChange]]) -> [Bool] {
        let now = now()
        return state.withLock { state in
            state.sweep(at: now)
            return transactions.map { changes in
                // The conditions of one transaction look at what was there before it.
                let applies = changes.allSatisfy { change in
                    let entry = state.entries[change.key]
                    return change.applies(to: entry.map { $0.end > now ? $0.record.version : 0 } ?? 0)
                }
                guard applies else { return false }
                for change in changes {
                    state.entries[change.key] = Entry(
                        record: Record(version: change.version, value: change.value), end: change.end)
                }
                return true
            }
        }
    }

    /// Never throws.
    public func setAside(_ key: String) {
        state.withLock { state in
            if let entry = state.entries.removeValue(forKey: key) { state.setAside[key] = entry }
        }
    }

    /// Calls the listeners before it returns.
    public func announce(_ notice: Notice) {
        for listener in state.withLock({ $0.listeners }) { listener(notice) }
    }

    /// Listens as long as the store lives.
    public func listen(_ body: @escaping @Sendable (Notice) -> Void) {
        state.withLock { $0.listeners.append(body) }
    }
}
