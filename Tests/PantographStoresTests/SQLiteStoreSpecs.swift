import Foundation
import Pantograph
import PantographStores
import SQLite
import Testing
import TestSupport

@Suite struct SQLiteStoreSpecs {
    private let folder: TemporaryFolder
    private let path: String
    private let time = TestTime()
    private let log = Gathered<LogEvent>()

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("store.db")
    }

    private func open(_ path: String? = nil) throws -> SQLiteStore {
        try SQLiteStore(path: path ?? self.path, now: { [time] in time.now }, log: log.append)
    }

    private func put(
        _ key: String, _ value: [UInt8] = [1], for duration: Duration = .seconds(3600)
    ) -> [RecordChange] {
        [RecordChange(of: key, if: .atMost(.max), to: value, version: 1, until: time.now.advanced(by: duration))]
    }

    /// The names in the folder, with the time of a corruption as N.
    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).map { name in
            name.replacing(/corrupt-[0-9]{10}/, with: "corrupt-N")
        }.sorted()
    }

    private func rows(_ sql: String) throws -> [[SQLiteValue]] {
        try Connection(path: path).prepare(sql).run()
    }

    // MARK: Durability and confinement

    @Test func `a killed server's file has all that was committed`() async throws {
        let store = try open()
        for index in 0..<100 { _ = try await store.commit([put("\(index)", [UInt8(index)])]) }

        // What the disk has at this moment is what a kill leaves.
        for name in ["store.db", "store.db-wal"] {
            try FileManager.default.copyItem(at: folder.url(name), to: folder.url("copy-" + name))
        }
        try FileManager.default.moveItem(at: folder.url("copy-store.db"), to: folder.url("copy.db"))
        try FileManager.default.moveItem(at: folder.url("copy-store.db-wal"), to: folder.url("copy.db-wal"))
        let copy = try open(folder.path("copy.db"))

        for index in 0..<100 { #expect(try await copy.read("\(index)")?.value == [UInt8(index)]) }
        #expect(log.names == [])
        await store.close()
    }

    @Test func `a second server on the file is told, and does not disturb the first`() async throws {
        let first = try open()
        _ = try await first.commit([put("a")])

        for _ in 0..<2 { #expect(throws: SQLiteStoreError.inUse(path: path)) { try open() } }

        _ = try await first.commit([put("b")])
        await first.close()
        let second = try open()
        #expect(try await second.read("b") != nil)
        #expect(log.names == [])
    }

    @Test func `a closed store says so`() async throws {
        let store = try open()
        await store.close()

        await #expect(throws: SQLiteStoreError.closed) { try await store.read("a") }
        await #expect(throws: SQLiteStoreError.closed) { _ = try await store.commit([put("a")]) }
    }

    @Test func `nothing that was sealed stands in the file, nor the token of its key`() async throws {
        let seal = SodiumSeal(MasterKey())
        let store = try open()
        let secret = Array("a telephone number".utf8)
        let key = "session/" + seal.digest("the token").map { String($0, radix: 16) }.joined()
        _ = try await store.commit([put(key, seal.seal(secret, for: key))])
        await store.close()

        let file = try Data(contentsOf: URL(filePath: path))

        #expect(file.firstRange(of: Data(key.utf8)) != nil)
        #expect(file.firstRange(of: Data(secret)) == nil)
        #expect(file.firstRange(of: Data("the token".utf8)) == nil)
    }

    // MARK: Records that are not wanted any more

    @Test func `ended records leave the file little by little`() async throws {
        let store = try open()
        _ = try await store.commit((0..<1000).map { put("short/\($0)", for: .seconds(1)) })
        _ = try await store.commit([put("long")])
        time.pass(.seconds(2))

        _ = try await store.commit([put("new")])
        await store.close()
        let left = try #require(rows("SELECT count(*) FROM records").first?[0].integer)
        #expect(left > 900, "not all at once")

        let again = try open()
        for _ in 0..<100 { _ = try await again.commit([put("new")]) }
        await again.close()
        #expect(try rows("SELECT key FROM records ORDER BY key") == [[.text("long")], [.text("new")]])
    }

    @Test func `a record that is set aside stays in the file as it is`() async throws {
        let store = try open()
        for value: [UInt8] in [[1, 2], [3]] {
            _ = try await store.commit([put("a", value)])
            try await store.setAside("a")
        }
        await store.close()

        #expect(
            try rows("SELECT key, value FROM set_aside") == [[.text("a"), .blob([1, 2])], [.text("a"), .blob([3])]])
        #expect(try rows("SELECT * FROM records") == [])
    }

    // MARK: Files that are none of ours, or broken

    @Test(arguments: [false, true])
    func `a file that is taken away under a store is told, and a new one begun`(isReplaced: Bool) async throws {
        let store = try open()
        _ = try await store.commit([put("a")])

        if isReplaced {
            try Connection(path: path + ".new").execute("CREATE TABLE other (name TEXT)")
            try #require(rename(path + ".new", path) == 0)
        } else {
            try #require(unlink(path) == 0)
        }

        await #expect(throws: SQLiteStoreError.gone(path: path)) { _ = try await store.commit([put("b")]) }
        if isReplaced {
            await #expect(throws: SQLiteStoreError.gone(path: path)) { _ = try await store.commit([put("b")]) }
        } else {
            #expect(try await store.commit([put("b")]) == [true])
            #expect(try await store.read("a") == nil)
            await store.close()
            #expect(try rows("SELECT key FROM records") == [[.text("b")]])
        }
    }

    @Test func `a database of something else is refused and left as it is`() throws {
        try Connection(path: path).execute("CREATE TABLE records (name TEXT)")

        #expect(throws: SQLiteStoreError.notAStore(path: path)) { try open() }
        #expect(try rows("SELECT name FROM sqlite_schema") == [[.text("records")]])
    }

    @Test func `a folder that is not there is told`() {
        let path = folder.path("nowhere/store.db")

        #expect(throws: SQLiteStoreError.cannotOpen(path: path)) { try open(path) }
        #expect(log.names == [])
    }

    @Test(arguments: [1, 1000])
    func `what is no database is set aside whole, and a new one begun`(count: Int) async throws {
        let text = String(repeating: "This is no database. ", count: count)
        try Data(text.utf8).write(to: URL(filePath: path))

        let store = try open()

        #expect(try await store.commit([put("a")]) == [true])
        #expect(log.names == ["corrupt store set aside"])
        #expect(try names() == ["store.db", "store.db-wal", "store.db.corrupt-N"])
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        let kept = try #require(files.first { $0.contains("corrupt") })
        #expect(try String(contentsOfFile: folder.path(kept), encoding: .utf8) == text)
    }

    @Test func `a file that is cut off is set aside, and so is the next one`() async throws {
        for round in 1...2 {
            let store = try open()
            _ = try await store.commit((0..<100).map { put("\($0)", [UInt8](repeating: 7, count: 300)) })
            await store.close()
            try FileHandle(forUpdating: URL(filePath: path)).truncate(atOffset: 5000)

            let next = try open()
            await #expect(throws: SQLiteStoreError.corrupt(path: path)) {
                // It may be noticed now or have been noticed when it was opened.
                for index in 0..<100 where try await next.read("\(index)") == nil {
                    throw SQLiteStoreError.corrupt(path: path)
                }
            }
            #expect(try await next.commit([put("a")]) == [true])
            #expect(log.names.count == round)
            await next.close()
        }
        #expect(try names().count { $0.hasPrefix("store.db.corrupt-N") && !$0.hasSuffix("-wal") } == 2)
    }

    @Test func `a page that turns out broken later costs the file, not the server`() async throws {
        let first = try open()
        _ = try await first.commit((0..<500).map { put("\(1000 + $0)", [UInt8](repeating: 7, count: 300)) })
        await first.close()
        // All but the first pages, which are read when it is opened.
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        let size = try handle.seekToEnd()
        try handle.seek(toOffset: 5 * 4096)
        try handle.write(contentsOf: Data(repeating: 0xff, count: Int(size) - 5 * 4096))
        try handle.close()

        let store = try open()
        #expect(log.names == [])
        var thrown: [SQLiteStoreError?] = []
        for index in 0..<500 {
            do { _ = try await store.read("\(1000 + index)") } catch { thrown.append(error as? SQLiteStoreError) }
        }

        #expect(thrown == [.corrupt(path: path)])
        #expect(log.names == ["corrupt store set aside"])
        #expect(try await store.commit([put("a")]) == [true])
        #expect(try await store.read("a") != nil)
        await store.close()
        #expect(try open().isDurable, "the new file is whole")
    }

    @Test func `a commit that meets a broken page throws, and the next one works`() async throws {
        let first = try open()
        _ = try await first.commit((0..<500).map { put("\(1000 + $0)", [UInt8](repeating: 7, count: 300)) })
        await first.close()
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        let size = try handle.seekToEnd()
        try handle.seek(toOffset: 5 * 4096)
        try handle.write(contentsOf: Data(repeating: 0xff, count: Int(size) - 5 * 4096))
        try handle.close()
        let store = try open()

        await #expect(throws: SQLiteStoreError.corrupt(path: path)) {
            _ = try await store.commit((0..<500).map { put("\(1000 + $0)") })
        }

        #expect(try await store.commit([put("a")]) == [true])
        #expect(try await store.read("1000") == nil)
    }

    // MARK: Disks

    @Test(.enabled(if: SmallDisk.isPossible, "mounting a small file system needs root"))
    func `a full disk is told, and harms nothing`() async throws {
        let disk = try SmallDisk()
        let store = try open(disk.path("store.db"))
        _ = try await store.commit([put("a", [1])])
        let ballast = try disk.fill()

        let big = put("big", [UInt8](repeating: 7, count: 64 * 1024))
        for _ in 0..<3 {
            await #expect(throws: SQLiteStoreError.diskFull(path: disk.path("store.db"))) {
                _ = try await store.commit([put("a", [2]), big])
            }
        }
        #expect(try await store.read("a")?.value == [1])

        unlink(ballast)
        #expect(try await store.commit([put("a", [3]), big]) == [true, true])
        await store.close()
        let again = try open(disk.path("store.db"))
        #expect(try await again.read("a")?.value == [3])
        #expect(try await again.read("big")?.value.count == 64 * 1024)
        await again.close()
    }

    @Test(.enabled(if: SmallDisk.isPossible, "mounting a small file system needs root"))
    func `a disk that may not be written is told`() async throws {
        let disk = try SmallDisk()
        let store = try open(disk.path("store.db"))
        _ = try await store.commit([put("a")])
        await store.close()
        try disk.makeReadOnly()

        let path = disk.path("store.db")
        #expect(throws: SQLiteStoreError.readOnly(path: path)) { try open(path) }
        #expect(log.names == [])
    }
}
