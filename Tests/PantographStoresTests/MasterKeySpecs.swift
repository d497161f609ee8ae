import Foundation
import PantographStores
import Testing
import TestSupport

@Suite struct MasterKeySpecs {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("key")
    }

    private func write(_ bytes: [UInt8], mode: Int = 0o600) throws {
        try Data(bytes).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    // MARK: Files

    @Test func `a file that is not there is made, for its owner only, and is the same from then on`() throws {
        let key = try MasterKey(file: path)

        #expect(try MasterKey(file: path).subkey("x") == key.subkey("x"))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(attributes[.size] as? Int == 32)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["key"])
    }

    @Test func `servers that start at once have one key`() async throws {
        let path = path
        let keys = try await withThrowingTaskGroup { group in
            for _ in 0..<32 { group.addTask { try MasterKey(file: path).subkey("x") } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }

        #expect(keys.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["key"])
    }

    @Test(arguments: [0, 1, 31, 33, 64, 4096])
    func `a file of another length is refused and left as it is`(count: Int) throws {
        try write([UInt8](repeating: 7, count: count))

        #expect(throws: MasterKeyError.wrongFileLength(path: path)) { try MasterKey(file: path) }
        #expect(try Data(contentsOf: URL(filePath: path)).count == count)
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o602, 0o644, 0o601])
    func `a file that others may use is refused`(mode: Int) throws {
        try write([UInt8](repeating: 7, count: 32), mode: mode)

        #expect(throws: MasterKeyError.openToOthers(path: path)) { try MasterKey(file: path) }
    }

    @Test func `a folder that is not there, and one in the place of the file, are told`() throws {
        #expect(throws: MasterKeyError.self) { try MasterKey(file: folder.path("nowhere/key")) }
        #expect(throws: MasterKeyError.self) { try MasterKey(file: folder.url.path) }
    }

    // MARK: Texts

    private static let bytes = (0..<32).map { UInt8($0 * 8 + 7) }

    @Test(arguments: [
        bytes.map { String($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(),
        bytes.map { String($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined() + "\n",
        Data(bytes).base64EncodedString(),
        " " + Data(bytes).base64EncodedString() + "\r\n",
        String(Data(bytes).base64EncodedString().dropLast()),
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_"),
    ])
    func `a text of hexadecimal digits or base64 is a key`(text: String) throws {
        #expect(try MasterKey(text: text).subkey("x") == MasterKey(bytes: Self.bytes).subkey("x"))
    }

    @Test(arguments: [
        "", " ", "secret", String(repeating: "0", count: 62), String(repeating: "0", count: 66),
        String(repeating: "g", count: 64), String(repeating: "0", count: 32), String(repeating: "愛", count: 64),
        Data(bytes.dropLast()).base64EncodedString(), Data(bytes + [1]).base64EncodedString(),
    ])
    func `another text is none, and is not told`(text: String) {
        let error = #expect(throws: MasterKeyError.self) { try MasterKey(text: text) }
        #expect(error == .notHexadecimalOrBase64)
    }

    @Test func `bytes of another number are none`() {
        #expect(throws: MasterKeyError.wrongLength(31)) { try MasterKey(bytes: Array(Self.bytes.dropLast())) }
    }

    // MARK: Subkeys

    @Test func `each name has a subkey of its own`() throws {
        let key = try MasterKey(bytes: Self.bytes)
        let subkeys = ["", "a", "b", "sign-in codes"].map(key.subkey)

        #expect(Set(subkeys).count == 4)
        #expect(subkeys.allSatisfy { $0.count == 32 && $0 != Self.bytes })
        #expect(MasterKey().subkey("a") != MasterKey().subkey("a"))
    }

    @Test func `what is printed of a key does not tell it`() throws {
        let key = try MasterKey(bytes: Self.bytes)
        var dumped = ""
        dump(key, to: &dumped)

        #expect("\(key)" == "MasterKey")
        #expect(!String(reflecting: key).contains("15"))
        #expect(!dumped.contains("15"))
    }
}
