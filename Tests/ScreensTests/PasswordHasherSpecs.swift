import CSodium
import Screens
import Testing

@Suite struct PasswordHasherSpecs {
    @Test func `passwords become salted Argon2id hashes with interactive limits`() async throws {
        let hasher = PasswordHasher()

        let first = try await hasher.hash("Tr0ub4dor&3")
        let second = try await hasher.hash("Tr0ub4dor&3")

        #expect(first.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
        #expect(first != second)
        #expect(isHash(first, of: "Tr0ub4dor&3"))
        #expect(!isHash(first, of: "Tr0ub4dor&4"))
    }

    @Test func `a password is hashed in NFC, and to its end`() async throws {
        let hasher = PasswordHasher()

        #expect(isHash(try await hasher.hash("cafe\u{301}"), of: "caf\u{E9}"))
        #expect(!isHash(try await hasher.hash("one\u{0}two"), of: "one"))
    }

    @Test func `of more passwords than may wait, some are told to come again`() async throws {
        let hasher = PasswordHasher(threads: 1, waiting: 2)

        let made = try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    do {
                        _ = try await hasher.hash("x")
                        return 1
                    } catch is PasswordHasher.Busy {
                        return 0
                    }
                }
            }
            return try await group.reduce(0, +)
        }

        #expect((2...10).contains(made))
        _ = try await hasher.hash("x")
    }

    private func isHash(_ hash: String, of password: String) -> Bool {
        crypto_pwhash_str_verify(hash, password, UInt64(password.utf8.count)) == 0
    }
}
