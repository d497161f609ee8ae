import CSodium
import Sodium

/// A hash that only the holder of its key can make: what is stored of a code tells nothing without the key.
public struct KeyedHash: Sendable {
    private let key: [UInt8]

    /// Servers that share codes share this key of `keyLength` bytes; another length is a programmer's error and traps.
    public init(key: [UInt8]) {
        precondition(key.count == Self.keyLength, "a key of \(key.count) bytes")
        self.key = key
    }

    /// In bytes.
    public static var keyLength: Int { crypto_generichash_keybytes() }

    /// A fresh random key.
    public init() {
        key = Sodium.randomBytes(Self.keyLength)
    }

    func digest(of text: String) -> [UInt8] {
        Sodium.hash(text, key: key)
    }

    /// In a time that does not depend on where they differ.
    static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}
