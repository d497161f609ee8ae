import CSQLite
import SQLite

/// Why an SQLite store does not do what it was asked to. Never tells a key or a value.
public enum SQLiteStoreError: Error, Equatable, CustomStringConvertible {
    case inUse(path: String)
    case diskFull(path: String)
    case readOnly(path: String)
    case cannotOpen(path: String)
    case notAStore(path: String)
    /// What was in the file has been set aside, and the store is empty now.
    case corrupt(path: String)
    /// Somebody has taken the file away while it was open, or put another one in its place.
    case gone(path: String)
    case failed(path: String, reason: String)
    case closed

    /// One line for a log.
    public var description: String {
        switch self {
        case .inUse(let path): "another server uses the store \(path)"
        case .diskFull(let path): "the disk of the store \(path) is full"
        case .readOnly(let path): "the store \(path) may not be written"
        case .cannotOpen(let path): "the store \(path) cannot be opened or made"
        case .notAStore(let path): "\(path) is a database of something else or of a newer version"
        case .corrupt(let path): "the store \(path) was corrupt; it is set aside, and a new one is begun"
        case .gone(let path): "the store \(path) is no longer the file that was opened"
        case .failed(let path, let reason): "the store \(path) failed: \(reason)"
        case .closed: "the store is closed"
        }
    }

    init(_ error: SQLiteError, path: String) {
        self =
            switch error.code & 0xff {  // The extended codes have the primary one in the lowest byte.
            case SQLITE_BUSY, SQLITE_LOCKED: .inUse(path: path)
            case SQLITE_FULL: .diskFull(path: path)
            case SQLITE_READONLY, SQLITE_PERM: .readOnly(path: path)
            case SQLITE_CANTOPEN: .cannotOpen(path: path)
            case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt(path: path)
            default: .failed(path: path, reason: error.description)
            }
    }
}
