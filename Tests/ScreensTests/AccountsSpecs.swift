import CSodium
import Screens
import Testing

@Suite struct AccountsSpecs {
    @Test func `parallel creates make one account`() async throws {
        let accounts = MemoryAccounts()
        let mail = try #require(EmailAddress("a@b.co"))

        let made = await withTaskGroup { group in
            for number in 1...8 {
                group.addTask {
                    do {
                        try await accounts.create(mail, password: "password \(number)")
                        return 1
                    } catch AccountsError.alreadyRegistered {
                        return 0
                    } catch {
                        Issue.record(error)
                        return 0
                    }
                }
            }
            return await group.reduce(0, +)
        }

        #expect(made == 1)
    }

    @Test func `addresses are one account however the domain is written`() async throws {
        let accounts = MemoryAccounts()
        try await accounts.create(try #require(EmailAddress("a@例え.jp")), password: "x")

        for text in ["a@XN--R8JZ45G.jp", " a@例え。ＪＰ "] {
            let mail = try #require(EmailAddress(text))
            await #expect(throws: AccountsError.alreadyRegistered) { try await accounts.create(mail, password: "x") }
        }
        try await accounts.create(try #require(EmailAddress("A@例え.jp")), password: "x")
    }

    @Test func `a saved profile replaces the one before`() async {
        let accounts = MemoryAccounts()
        #expect(await accounts.person(with: .aiko) == nil)

        await accounts.save(Person(name: "Aiko"), with: .aiko)
        await accounts.save(Person(name: "愛子"), with: .aiko)

        #expect(await accounts.person(with: .aiko)?.name == "愛子")
    }

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

    private func isHash(_ hash: String, of password: String) -> Bool {
        crypto_pwhash_str_verify(hash, password, UInt64(password.utf8.count)) == 0
    }
}
