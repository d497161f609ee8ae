import CSodium
import Foundation

/// Makes Argon2id hashes of passwords.
///
/// An actor of its own: a hash takes a good part of a second and 64 MiB on purpose, so it runs off the event loops, and
/// one after the other.
public actor PasswordHasher {
    /// libsodium could not get the memory that a hash needs.
    public struct OutOfMemory: Error {}

    /// One for a server, so that its hashes do not compete for the cores.
    public init() {}

    /// The hash in libsodium's text form, which names the algorithm, its limits and a random salt.
    ///
    /// The password is taken in Unicode NFC, so that it is the same whatever keyboard it is typed on. Throws
    /// `OutOfMemory`.
    nonisolated public func hash(_ password: String) async throws -> String {
        // Sessions' tasks prefer their event loop, and default actors with them.
        try await withTaskExecutorPreference(globalConcurrentExecutor) { try await compute(password) }
    }

    private func compute(_ password: String) throws -> String {
        Sodium.start()
        var secret = Array(password.precomposedStringWithCanonicalMapping.utf8CString)
        // The string itself is beyond reach; this copy at least does not stay.
        defer { sodium_memzero(&secret, secret.count) }
        var hash = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
        let status = crypto_pwhash_str_alg(
            &hash, secret, UInt64(secret.count - 1), UInt64(crypto_pwhash_opslimit_interactive()),
            crypto_pwhash_memlimit_interactive(), crypto_pwhash_alg_argon2id13())
        guard status == 0 else { throw OutOfMemory() }
        return String(decoding: hash.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
