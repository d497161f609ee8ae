import Glibc
import Sodium

extension MasterKey {
    /// From a file of 32 bytes that only its owner may read. Makes it, of random bytes and with mode 0600, if there is
    /// none; of servers that start at once, one makes it and all have the same. Blocks. Throws `MasterKeyError`.
    public init(file path: String) throws(MasterKeyError) {
        let bytes: [UInt8]
        if let present = try Self.read(path) {
            bytes = present
        } else {
            try Self.make(path)
            // What is there now, which may be another's.
            guard let made = try Self.read(path) else { throw .failed(path: path, reason: "it has gone again") }
            bytes = made
        }
        guard bytes.count == Self.length else { throw .wrongFileLength(path: path) }
        try self.init(bytes: bytes)
    }

    /// At most one byte more than a key; nil if there is no such file.
    private static func read(_ path: String) throws(MasterKeyError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .failed(path: path, reason: "not a file") }
        guard status.st_mode & 0o077 == 0 else { throw .openToOthers(path: path) }
        var bytes = [UInt8](repeating: 0, count: length + 1)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw failure(path) }
        return Array(bytes[..<count])
    }

    /// Written under another name first, and given its own only if that is free: nobody sees half a key, nobody's key
    /// is replaced.
    private static func make(_ path: String) throws(MasterKeyError) {
        let name = "\(path).\(getpid()).\(UInt64.random(in: 0...UInt64.max))"
        let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        defer {
            close(descriptor)
            unlink(name)
        }
        let bytes = Sodium.randomBytes(length)
        // On the disk before anything is sealed with it. 32 bytes are written in one piece or not at all.
        guard write(descriptor, bytes, length) == length, fsync(descriptor) == 0 else { throw failure(path) }
        guard link(name, path) == 0 || errno == EEXIST else { throw failure(path) }
    }

    private static func failure(_ path: String) -> MasterKeyError {
        .failed(path: path, reason: String(cString: strerror(errno)))
    }
}
