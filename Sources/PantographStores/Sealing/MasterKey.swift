import CSodium
import Sodium

/// The secret that all keys of a server derive from. Whoever has it can read what the server has stored.
public struct MasterKey: Sendable, CustomStringConvertible, CustomReflectable {
    /// How many bytes a key has.
    public static let length = 32

    private let bytes: [UInt8]

    /// Throws `MasterKeyError.wrongLength` for anything but 32 bytes, which should come from a source of random ones.
    public init(bytes: [UInt8]) throws(MasterKeyError) {
        guard bytes.count == Self.length else { throw .wrongLength(bytes.count) }
        self.bytes = bytes
    }

    /// From an environment variable, say: 64 hexadecimal digits, or 32 bytes in base64 of either alphabet, padded or
    /// not; white space around it does not matter. Throws `MasterKeyError`, which never tells the text.
    public init(text: String) throws(MasterKeyError) {
        // Padding is ignored like white space, so that one variant an alphabet does.
        let base64 = [sodium_base64_VARIANT_ORIGINAL_NO_PADDING, sodium_base64_VARIANT_URLSAFE_NO_PADDING]
        var decoded = Self.decode(text) { sodium_hex2bin(&$0, $0.count, $1, $1.utf8.count, " \r\n\t", &$2, nil) }
        for variant in base64 where decoded == nil {
            decoded = Self.decode(text) {
                sodium_base642bin(&$0, $0.count, $1, $1.utf8.count, " \r\n\t=", &$2, nil, variant)
            }
        }
        guard let decoded else { throw .notHexadecimalOrBase64 }
        try self.init(bytes: decoded)
    }

    /// A fresh one, which lasts as long as this process unless its bytes are kept.
    public init() {
        bytes = Sodium.randomBytes(Self.length)
    }

    /// 32 bytes for one purpose. Keys of different names tell nothing of each other nor of this one.
    public func subkey(_ name: String) -> [UInt8] {
        Sodium.hash("pantograph subkey " + name, key: bytes)
    }

    /// Without the key.
    public var description: String { "MasterKey" }

    /// Without the key, so that a dump does not tell it.
    public var customMirror: Mirror { Mirror(self, children: []) }

    private static func decode(
        _ text: String, _ body: (inout [UInt8], String, inout Int) -> Int32
    ) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: length)
        var count = 0
        guard body(&bytes, text, &count) == 0, count == length else { return nil }
        return Array(bytes[..<count])
    }
}
