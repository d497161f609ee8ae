import Glibc

/// The listening socket that systemd, or whoever does as it does, hands to the program that it starts.
enum PassedSocket {
    /// The first descriptor that is passed, by sd_listen_fds(3).
    private static let first: Int32 = 3

    /// Its descriptor; nil if there is none for this process. Takes the environment's word for it away, so that no child
    /// believes that it is meant.
    static func take() -> Int32? {
        let names = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]
        let values = names.map { name in getenv(name).map { String(cString: $0) } }
        for name in names { unsetenv(name) }
        guard let id = values[0], Int32(id) == getpid(), let count = values[1].flatMap({ Int($0) }), count > 0 else {
            return nil
        }
        return first
    }
}
