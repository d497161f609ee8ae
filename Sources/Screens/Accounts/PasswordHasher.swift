import CSodium
import Executors
import Foundation
import Sodium

/// Makes Argon2id hashes of passwords.
///
/// A hash takes a good part of a second and 64 MiB on purpose, so hashes are made off the event loops, a few at a time.
public final class PasswordHasher: Sendable {
    /// libsodium could not get the memory that a hash needs.
    public struct OutOfMemory: Error {}

    /// So many passwords wait for their hash that another one would wait too long.
    public struct Busy: Error {
        /// For accounts that hash elsewhere.
        public init() {}
    }

    private let pool: ThreadPool

    /// One for a server. As many threads as half of the cores, because the others are the event loops'; and no more
    /// waiting than a person bears: with a tenth of a second a hash, the last of 64 gets its own after six seconds on a
    /// machine of two cores.
    public init(threads: Int? = nil, waiting: Int = 64) {
        let threads = threads ?? max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
        pool = ThreadPool("password hash", threads: threads, limit: waiting, niceness: 19)
    }

    /// The hash in libsodium's text form, which names the algorithm, its limits and a random salt.
    ///
    /// The password is taken in Unicode NFC, so that it is the same whatever keyboard it is typed on. Throws `Busy`,
    /// `OutOfMemory`, and `CancellationError` when the caller was cancelled meanwhile.
    public func hash(_ password: String) async throws -> String {
        do {
            return try await pool.run { try Self.compute(password) }
        } catch is ThreadPool.Full {
            throw Busy()
        }
    }

    private static func compute(_ password: String) throws -> String {
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
