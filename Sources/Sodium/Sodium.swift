import CSodium

/// What several parts use of libsodium, which must be started before its first use.
public enum Sodium {
    /// The initializer of a global runs once, whatever thread comes first.
    private static let status = sodium_init()

    /// Before anything else of libsodium; again does nothing. From any thread. Traps on a system that has no source of
    /// random numbers.
    public static func start() {
        precondition(status >= 0, "libsodium could not be started: the system has no source of random numbers")
    }

    /// From the system's source.
    public static func randomBytes(_ count: Int) -> [UInt8] {
        start()
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }

    /// 32 bytes that tell nothing of `text` to who has not got the key.
    ///
    /// A key has 16 to 64 bytes; another length is a programmer's error and traps.
    public static func hash(_ text: String, key: [UInt8]) -> [UInt8] {
        start()
        var text = text
        var digest = [UInt8](repeating: 0, count: Int(crypto_generichash_BYTES))
        let status = text.withUTF8 { text in
            crypto_generichash(&digest, digest.count, text.baseAddress, UInt64(text.count), key, key.count)
        }
        precondition(status == 0, "a key of \(key.count) bytes")
        return digest
    }
}
