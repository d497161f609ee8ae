public import Pantograph

/// Codes and counts that last as long as the process.
public actor MemoryCodeStore: CodeStore {
    private struct Entry {
        var sendings: [(id: UInt64, time: Instant)] = []
        var code: StoredCode?

        mutating func forget(before now: Instant) {
            sendings.removeAll { $0.time.advanced(by: MemoryCodeStore.day) <= now }
            if let code, code.end <= now { self.code = nil }
        }

        var isEmpty: Bool { sendings.isEmpty && code == nil }
    }

    private static let day = Duration.seconds(24 * 60 * 60)
    /// How often old entries are looked for: rarely, because all entries are looked at.
    private static let sweepInterval = Duration.seconds(10 * 60)

    private var entries: [NationalNumber: Entry] = [:]
    private var lastID: UInt64 = 0
    private var nextSweep: Instant?

    /// An empty store.
    public init() {}

    /// How many numbers are remembered.
    public var count: Int { entries.count }

    /// The cool-down is judged first: in it, nobody needs to hear of the daily limit.
    public func reserveSending(
        to number: NationalNumber, at now: Instant, under limits: SendingLimits
    ) -> SendingDecision {
        sweep(at: now)
        var entry = entries[number] ?? Entry()
        entry.forget(before: now)
        if let newest = entry.sendings.last, now < newest.time.advanced(by: limits.coolDown) { return .coolingDown }
        if entry.sendings.count >= limits.messagesADay { return .dailyLimitReached }
        lastID += 1
        entry.sendings.append((lastID, now))
        entries[number] = entry
        return .granted(Sending(to: number, id: lastID))
    }

    /// Replaces the code that the number had.
    public func confirm(_ sending: Sending, with code: StoredCode) {
        entries[sending.number, default: Entry()].code = code
    }

    /// A number about which nothing is left to remember is forgotten.
    public func release(_ sending: Sending) {
        entries[sending.number]?.sendings.removeAll { $0.id == sending.id }
        if entries[sending.number]?.isEmpty == true { entries[sending.number] = nil }
    }

    /// Counts and answers in one step, because an actor does one thing at a time.
    public func takeGuess(of number: NationalNumber, at now: Instant) -> [UInt8]? {
        guard let code = entries[number]?.code, now < code.end, code.guesses > 0 else { return nil }
        entries[number]?.code?.guesses -= 1
        return code.digest
    }

    /// False for every caller but the first.
    public func useUp(_ digest: [UInt8], of number: NationalNumber) -> Bool {
        guard let code = entries[number]?.code, KeyedHash.areEqual(code.digest, digest) else { return false }
        entries[number]?.code = nil
        return true
    }

    private func sweep(at now: Instant) {
        if let nextSweep, now < nextSweep { return }
        nextSweep = now.advanced(by: Self.sweepInterval)
        entries = entries.compactMapValues { entry in
            var entry = entry
            entry.forget(before: now)
            return entry.isEmpty ? nil : entry
        }
    }
}
