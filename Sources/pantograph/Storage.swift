import Pantograph
import PantographServer
import PantographStores
import Screens

/// Where sessions, codes and shared values live, and the keys to them.
struct Storage {
    /// Of codes, counts and shared values, for which a person waits.
    let records: any RecordStore
    /// Nil if sessions end with the server.
    let archive: SessionArchive?
    let codeHash: KeyedHash
    /// Everybody's count.
    let everybody: Shared<Int>

    /// Throws `MasterKeyError`, `SQLiteStoreError` or `RedisStoreError`.
    init(_ options: ServeOptions, log: @escaping @Sendable (LogEvent) -> Void) throws {
        let now: @Sendable () -> Instant = { SystemTime.now }
        let store: any RecordStore
        switch options.store {
        case .memory:
            records = MemoryStore(now: now)
            archive = nil
            codeHash = KeyedHash()
            everybody = Shared("counter", 0, in: records, now: now)
            return
        case .sqlite(let path): store = try SQLiteStore(path: path, now: now, log: log)
        case .redis(let url): store = try RedisStore(url: url, now: now, log: log)
        }
        records = PatientStore(store)
        let key =
            if let text = options.key { try MasterKey(text: text) } else { try MasterKey(file: options.keyFile) }
        archive = SessionArchive(store, sealing: SodiumSeal(key))
        codeHash = KeyedHash(key: key.subkey("codes"))
        everybody = Shared("counter", 0, in: records, now: now)
    }

    /// Fetches what other servers have made of the shared values; a store that is away is no reason not to start.
    /// Throws `SessionArchive.WrongKey`.
    func load(log: @Sendable (LogEvent) -> Void) async throws {
        do {
            try await archive?.checkKey()
            try await everybody.load()
        } catch let error as SessionArchive.WrongKey {
            throw error
        } catch {
            log(LogEvent(.warning, "shared values not loaded", ("error", .text(String(describing: error)))))
        }
    }
}
