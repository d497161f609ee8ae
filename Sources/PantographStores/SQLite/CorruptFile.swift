import Glibc
import Pantograph
import SQLite

/// A database that cannot be read, kept for whoever wants to look into it.
enum CorruptFile {
    /// Renames the file and its companions to `….corrupt-<seconds since 1970>`, and logs that.
    static func setAside(_ path: String, reason: SQLiteError, log: (LogEvent) -> Void) throws(SQLiteStoreError) {
        let name = freeName(for: path)
        // The log first: without its file it must not be found by the next one of that name.
        for companion in ["-wal", "-shm", "-journal", ""] {
            // What is not there need not be moved.
            guard rename(path + companion, name + companion) == 0 || errno == ENOENT else {
                let reason = String(cString: strerror(errno))
                throw .failed(path: path, reason: "it is corrupt and cannot be renamed: \(reason)")
            }
        }
        log(
            LogEvent(
                .error, "corrupt store set aside", ("file", .text(path)), ("kept as", .text(name)),
                ("reason", .text(reason.description))))
    }

    /// Nothing is replaced, even if two are set aside within a second. No other server renames: this one has the lock.
    private static func freeName(for path: String) -> String {
        let name = "\(path).corrupt-\(time(nil))"
        var count = 1
        var free = name
        while access(free, F_OK) == 0 {
            count += 1
            free = "\(name)-\(count)"
        }
        return free
    }
}
