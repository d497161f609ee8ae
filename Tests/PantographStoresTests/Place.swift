import Foundation
import Pantograph
import PantographStores
import TestSupport

/// Where a store of one kind keeps its records, and the time there.
final class Place {
    enum Kind: CaseIterable {
        case memory, sqlite, redis
    }

    let time = TestTime()
    private let kind: Kind
    private let memory: MemoryStore
    private let folder: TemporaryFolder
    private let redis: RedisServer?

    init(_ kind: Kind) throws {
        self.kind = kind
        memory = MemoryStore { [time] in time.now }
        folder = try TemporaryFolder()
        redis = kind == .redis ? try RedisServer() : nil
    }

    /// A store of what is there; of an SQLite file there may be one at a time, and of memory it is always the same.
    func open() throws -> any RecordStore {
        let now: @Sendable () -> Instant = { [time] in time.now }
        return switch kind {
        case .memory: memory
        case .sqlite: try SQLiteStore(path: folder.path("store.db"), now: now, log: { _ in })
        case .redis: try RedisStore(url: redis?.url ?? "", timeout: .seconds(10), now: now, log: { _ in })
        }
    }

    func moment(in duration: Duration) -> Instant {
        time.now.advanced(by: duration)
    }
}
