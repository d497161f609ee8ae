import Pantograph
import Synchronization

/// A store in memory that can be slow, or away, as a store behind a network can.
final class FragileStore: RecordStore {
    struct Away: Error {}

    private struct State {
        var isAway = false
        var refusesSessions = false
        var isHolding = false
        var holdsNextAnswer = false
        var dropsNotices = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var commits = 0
    }

    let memory: MemoryStore
    private let state = Mutex(State())

    init(now: @escaping @Sendable () -> Instant) {
        memory = MemoryStore(now: now)
    }

    var isDurable: Bool { true }
    var commits: Int { state.withLock(\.commits) }

    /// Every operation throws from now on, or works again.
    func setAway(_ isAway: Bool) { state.withLock { $0.isAway = isAway } }

    /// Sessions are not written any more, and everything else is; or all is again.
    func refuseSessions(_ refuses: Bool) { state.withLock { $0.refusesSessions = refuses } }

    /// Every operation waits from now on.
    func hold() { state.withLock { $0.isHolding = true } }

    func release() {
        let waiting = state.withLock { state in
            state.isHolding = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// The next commit is made, and its answer waits until `release`.
    func holdNextAnswer() { state.withLock { $0.holdsNextAnswer = true } }

    /// Nobody hears of anything from now on.
    func dropNotices() { state.withLock { $0.dropsNotices = true } }

    private func pass() async throws {
        if state.withLock(\.isHolding) {
            await withCheckedContinuation { continuation in state.withLock { $0.waiting.append(continuation) } }
        }
        if state.withLock(\.isAway) { throw Away() }
    }

    func read(_ key: String) async throws -> Record? {
        try await pass()
        return memory.read(key)
    }

    func commit(_ transactions: [[RecordChange]]) async throws -> [Bool] {
        state.withLock { $0.commits += 1 }
        try await pass()
        let isOfSessions = transactions.contains { $0.contains { $0.key.hasPrefix("session:") } }
        if isOfSessions, state.withLock(\.refusesSessions) { throw Away() }
        let answer = memory.commit(transactions)
        let isHeld = state.withLock { state in
            defer { state.holdsNextAnswer = false }
            return state.holdsNextAnswer
        }
        if isHeld {
            await withCheckedContinuation { continuation in state.withLock { $0.waiting.append(continuation) } }
        }
        return answer
    }

    func setAside(_ key: String) async throws { memory.setAside(key) }
    func announce(_ notice: Notice) async throws {
        if !state.withLock(\.dropsNotices) { memory.announce(notice) }
    }
    func listen(_ body: @escaping @Sendable (Notice) -> Void) { memory.listen(body) }
}
