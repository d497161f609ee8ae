import Synchronization

/// A value that sessions share, on this server and on all others with the same store.
///
/// ```swift
/// let total = Shared("total", 0, in: records, now: { clock.now })
/// // in a screen's bindings:
/// Output("total", shared: \.total)
/// Action("add", whileRunning: .queue) { try await $0.total.update { $0 + 1 } }
/// ```
/// Used from any thread. Every session that shows it gets a frame when it changes, wherever that happened.
public final class Shared<Content: FieldValue & Sendable>: Sendable {
    private struct State {
        var value: Content
        /// Of the record that the value came from; 0 before the first.
        var version = 0
        var sessions: [ObjectIdentifier: Session] = [:]
    }

    /// The numbers of a session's events that have changed this value, so that none does twice.
    private typealias Numbers = [Int]

    private let name: String
    private let records: any RecordStore
    private let now: @Sendable () -> Instant
    private let state: Mutex<State>
    private let turns = AsyncTurns()

    /// Another server has changed a value.
    private static var topic: String { "shared" }
    /// How many events of one session are remembered, and how long.
    private static var rememberedEvents: Int { 64 }
    private static var memory: Duration { .seconds(24 * 60 * 60) }
    /// A shared value stays.
    private static var end: Instant { Instant(sinceEpoch: .seconds(1 << 33)) }

    /// `initial` counts until somebody has changed the value of this name in `records`.
    public init(
        _ name: String, _ initial: Content, in records: any RecordStore, now: @escaping @Sendable () -> Instant
    ) {
        self.name = name
        self.records = records
        self.now = now
        state = Mutex(State(value: initial))
        records.listen { [weak self] in self?.hear($0) }
    }

    /// The newest value that this server knows.
    public var value: Content { state.withLock(\.value) }

    /// Looks up what other servers have made of the value; for a server that starts.
    ///
    /// Throws what keeps the store from answering.
    public func load() async throws {
        if let record = try await records.read(key), !take(record) { throw SharedError.unreadable(name: name) }
    }

    /// Changes the value, atomically among all servers; an event that runs again after a crash changes nothing twice.
    ///
    /// Throws what keeps the store from answering; then it is not known whether the value has changed.
    @discardableResult
    public func update(_ change: @Sendable (Content) -> Content) async throws -> Content {
        // One after the other, because parallel attempts of one server would only be in each other's way.
        try await turns.take { try await self.updateNow(change) }
    }

    private func updateNow(_ change: @Sendable (Content) -> Content) async throws -> Content {
        while true {
            let mark = try await mark()
            let record = try await records.read(key)
            if let record, !take(record) { throw SharedError.unreadable(name: name) }
            if mark?.isDone == true { return value }
            // A store that has lost something gets back what is known here.
            let (old, version) = state.withLock { ($0.value, $0.version) }
            let next = Record(version: version + 1, value: Array(change(old).value.storable.json.utf8))
            let condition = RecordChange.Condition.exactly(record?.version ?? 0)
            var changes = [
                RecordChange(of: key, if: condition, to: next.value, version: next.version, until: Self.end)
            ]
            if let mark { changes.append(mark.change) }
            guard try await records.commit([changes]) == [true] else { continue }
            take(next)
            try? await records.announce(
                Notice(Self.topic, "\(name) \(next.version) \(String(decoding: next.value, as: UTF8.self))"))
            return value
        }
    }

    /// Whether the event that asks has changed the value before, and how to note that it has.
    private func mark() async throws -> (isDone: Bool, change: RecordChange)? {
        guard let event = EventID.current else { return nil }
        let key = "\(key):\(event.session)"
        let record = try await records.read(key)
        let numbers = record.flatMap { Value(json: $0.value.span) }.flatMap(Numbers.init(value:)) ?? []
        let version = record?.version ?? 0
        let next = Value.list((numbers + [event.number]).suffix(Self.rememberedEvents).map(Value.integer))
        let change = RecordChange(
            of: key, if: .exactly(version), to: Array(next.json.utf8), version: version + 1,
            until: now().advanced(by: Self.memory))
        return (numbers.contains(event.number), change)
    }

    private var key: String { "shared:\(name)" }

    private func hear(_ notice: Notice) {
        if notice == .storeIsBack {
            // Changes of others may have been missed; the next one that is heard makes up for it if this fails.
            Task { try? await load() }
            return
        }
        let words = notice.text.split(separator: " ", maxSplits: 2)
        guard notice.topic == Self.topic, words.count == 3, words[0] == name, let version = Int(words[1]) else {
            return
        }
        take(Record(version: version, value: Array(words[2].utf8)))
    }

    /// Takes a value unless a newer one is known. False if it cannot be read.
    @discardableResult
    private func take(_ record: Record) -> Bool {
        guard let value = Value(json: record.value.span).flatMap({ Content(value: $0.restored) }) else { return false }
        let sessions: [Session] = state.withLock { state in
            guard record.version > state.version else { return [] }
            state.version = record.version
            state.value = value
            return Array(state.sessions.values)
        }
        for (_, sessions) in Dictionary(grouping: sessions, by: { ObjectIdentifier($0.loop) }) {
            sessions[0].loop.execute {
                for session in sessions { session.assumeIsolated { $0.touch() } }
            }
        }
        return true
    }
}

extension Shared: SharedSource {
    func add(_ session: Session) {
        state.withLock { $0.sessions[ObjectIdentifier(session)] = session }
    }

    func remove(_ session: Session) {
        state.withLock { $0.sessions[ObjectIdentifier(session)] = nil }
    }
}
