/// A store whose short absences nobody notices: what fails is tried again for some seconds.
///
/// For changes that a person waits for, such as a code that is checked. Safe for changes that are idempotent by
/// what they write: an attempt that has failed may have been applied.
public struct PatientStore: RecordStore {
    private let store: any RecordStore
    /// Three seconds in all, as long as a person waits without wondering.
    private static let pauses = [50, 100, 200, 400, 800, 1_500]

    /// Asks `store`, again and again if need be.
    public init(_ store: any RecordStore) {
        self.store = store
    }

    /// As the store is.
    public var isDurable: Bool { store.isDurable }

    /// Throws what the last attempt threw.
    public func read(_ key: String) async throws -> Record? {
        try await patiently { try await store.read(key) }
    }

    /// Throws what the last attempt threw.
    public func commit(_ transactions: [[RecordChange]]) async throws -> [Bool] {
        try await patiently { try await store.commit(transactions) }
    }

    /// Once.
    public func setAside(_ key: String) async throws { try await store.setAside(key) }

    /// Once.
    public func announce(_ notice: Notice) async throws { try await store.announce(notice) }

    /// As the store does.
    public func listen(_ body: @escaping @Sendable (Notice) -> Void) { store.listen(body) }

    private func patiently<Result>(_ body: () async throws -> Result) async throws -> Result {
        for pause in Self.pauses {
            do {
                return try await body()
            } catch {
                try await Task.sleep(for: .milliseconds(pause))
            }
        }
        return try await body()
    }
}
