import Pantograph

/// The ledgers of all numbers, and of all addresses that ask, in a store that servers can share. Each change is atomic: of any number of callers, on
/// this server or another, each counts once, and what a change answers is as durable as the store.
struct CodeLedgers: Sendable {
    let records: any RecordStore
    /// Hides the numbers from whoever reads the store.
    let hash: KeyedHash

    /// Throws what keeps the store from answering.
    func change<Answer>(
        of number: NationalNumber, at now: Instant, _ body: (inout CodeLedger) -> Answer
    ) async throws -> Answer {
        try await change(key(of: number), at: now, body)
    }

    /// Of a client's network address. Throws what keeps the store from answering.
    func change<Answer>(
        ofAddress address: String, at now: Instant, _ body: (inout CodeLedger) -> Answer
    ) async throws -> Answer {
        try await change("address:" + digits(of: address), at: now, body)
    }

    private func change<Answer>(
        _ key: String, at now: Instant, _ body: (inout CodeLedger) -> Answer
    ) async throws -> Answer {
        while true {
            let record = try await records.read(key)
            var ledger = CodeLedger(record?.value ?? [])
            let before = ledger
            ledger.forget(before: now)
            let answer = body(&ledger)
            if ledger == before { return answer }
            let version = record?.version ?? 0
            let change = RecordChange(
                of: key, if: .exactly(version), to: ledger.bytes, version: version + 1, until: ledger.end ?? now)
            // Again if another caller was faster.
            if try await records.commit([[change]]) == [true] { return answer }
        }
    }

    /// Deletes what is remembered of a number; false if there was nothing.
    func forget(_ number: NationalNumber, at now: Instant) async throws -> Bool {
        let key = key(of: number)
        while let record = try await records.read(key) {
            let change = RecordChange(
                of: key, if: .exactly(record.version), to: [], version: record.version + 1, until: now)
            if try await records.commit([[change]]) == [true] { return true }
        }
        return false
    }

    private func key(of number: NationalNumber) -> String {
        "number:" + digits(of: number.digits)
    }

    private func digits(of text: String) -> String {
        hash.digest(of: text).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
