import Foundation
import TestSupport

/// A file system of one megabyte, in memory.
final class SmallDisk {
    /// Only root may mount; not even root in some containers.
    static let isPossible = (try? SmallDisk()) != nil

    private let folder: TemporaryFolder

    struct NotMounted: Error {
        let code: Int32
    }

    init() throws {
        folder = try TemporaryFolder()
        guard mount("tmpfs", folder.url.path, "tmpfs", 0, "size=1m") == 0 else { throw NotMounted(code: errno) }
    }

    deinit {
        umount2(folder.url.path, Int32(MNT_DETACH))
    }

    func path(_ name: String) -> String { folder.path(name) }

    func makeReadOnly() throws {
        guard mount("tmpfs", folder.url.path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 else {
            throw NotMounted(code: errno)
        }
    }

    /// Takes all the room that is left; returns the file that does.
    func fill() throws -> String {
        let path = path("ballast")
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        let block = [UInt8](repeating: 0, count: 1024)
        while write(descriptor, block, block.count) > 0 {}
        guard errno == ENOSPC else { throw NotMounted(code: errno) }
        return path
    }
}
