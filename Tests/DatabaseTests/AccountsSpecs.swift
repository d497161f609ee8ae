import CSodium
import Screens
import Testing

/// What holds for accounts wherever they are kept.
@Suite struct AccountsSpecs {
    private let mail: EmailAddress

    init() throws {
        mail = try #require(EmailAddress("aiko@example.jp"))
    }

    // MARK: - Accounts

    @Test(arguments: Kind.allCases)
    func `an address is registered once, however its domain is written`(kind: Kind) async throws {
        let test = try TestAccounts(kind)
        defer { test.end() }
        let accounts = try test.open()
        try await accounts.create(try #require(EmailAddress("a@例え.jp")), password: "x")

        for text in ["a@XN--R8JZ45G.jp", " a@例え。ＪＰ "] {
            let mail = try #require(EmailAddress(text))
            await #expect(throws: AccountsError.alreadyRegistered) { try await accounts.create(mail, password: "x") }
        }
        try await accounts.create(try #require(EmailAddress("A@例え.jp")), password: "x")
        try await accounts.create(try #require(EmailAddress("o'brien+$1@例え.jp")), password: "")
    }

    @Test(arguments: Kind.allCases)
    func `parallel creates make one account, even by several servers`(kind: Kind) async throws {
        let test = try TestAccounts(kind)
        defer { test.end() }
        let servers = [try test.open(), try test.open()]

        let made = await withTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    do {
                        try await servers[number % 2].create(mail, password: "password \(number)")
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

    @Test(arguments: Kind.allCases)
    func `what was done is done again only by its own key`(kind: Kind) async throws {
        let test = try TestAccounts(kind)
        defer { test.end() }
        let accounts = try test.open()
        try await accounts.create(mail, password: "x", idempotencyKey: "session 1, event 2")

        try await accounts.create(mail, password: "x", idempotencyKey: "session 1, event 2")

        for key in ["session 1, event 3", "", nil] {
            await #expect(throws: AccountsError.alreadyRegistered) {
                try await accounts.create(mail, password: "x", idempotencyKey: key)
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `the same call at once, as two servers may make it, succeeds at each`(kind: Kind) async throws {
        let test = try TestAccounts(kind)
        defer { test.end() }
        let servers = [try test.open(), try test.open()]

        try await withThrowingTaskGroup { group in
            for server in servers {
                group.addTask { try await server.create(mail, password: "x", idempotencyKey: "session 1, event 2") }
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: Kind.durable)
    func `of a password only its Argon2id hash is kept`(kind: Kind) async throws {
        let test = try TestAccounts(kind)
        defer { test.end() }
        try await test.open().create(mail, password: "Tr0ub4dor&3")

        let rows = try test.query("SELECT mail, password_hash FROM accounts")

        let hash = try #require(rows.first?[1])
        #expect(rows == [["aiko@example.jp", hash]])
        #expect(crypto_pwhash_str_verify(hash, "Tr0ub4dor&3", 11) == 0)
    }

    // MARK: - Profiles

    @Test(arguments: Kind.allCases)
    func `a number is known once it has a profile, which comes back whole`(kind: Kind) async throws {
        let test = try TestAccounts(kind)
        defer { test.end() }
        let accounts = try test.open()
        #expect(try await accounts.person(with: .aiko) == nil)
        let persons = [
            Person(name: "Aiko"),
            Person(
                name: " 愛子 '); DROP TABLE profiles; -- ", address: WebAddress(" https://例え.jp:81/ä b?$1#c"),
                about: "\"1\"\n\\2\t👩‍👩‍👧"),
            Person(name: "e\u{301}", about: String(repeating: "長", count: 100_000)),
        ]

        for person in persons {
            try await accounts.save(person, with: .aiko)
            #expect(try await accounts.person(with: .aiko) == person)
        }
        #expect(try await accounts.person(with: .ben) == nil)
    }

    @Test(arguments: Kind.allCases)
    func `U+0000 is left out of a profile, because not every database takes it`(kind: Kind) async throws {
        let test = try TestAccounts(kind)
        defer { test.end() }
        let accounts = try test.open()

        try await accounts.save(Person(name: "A\0iko", about: "\0"), with: .aiko)

        #expect(try await accounts.person(with: .aiko) == Person(name: "Aiko"))
    }

    @Test(arguments: Kind.allCases)
    func `many callers are served at once`(kind: Kind) async throws {
        let test = try TestAccounts(kind)
        defer { test.end() }
        let accounts = try test.open()

        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let phone = NationalNumber("0901234\(1000 + number)")
                    try await accounts.save(Person(name: "\(number)"), with: phone)
                    #expect(try await accounts.person(with: phone)?.name == "\(number)")
                }
            }
            try await group.waitForAll()
        }
    }

    // MARK: - Forgetting

    @Test(arguments: Kind.allCases)
    func `who is forgotten was never there, and nobody else is`(kind: Kind) async throws {
        let test = try TestAccounts(kind)
        defer { test.end() }
        let accounts = try test.open()
        try await accounts.create(mail, password: "x")
        try await accounts.save(Person(name: "Aiko"), with: .aiko)
        try await accounts.save(Person(name: "Ben"), with: .ben)

        #expect(try await accounts.forget(.mail(mail)))
        #expect(try await accounts.forget(.number(.aiko)))

        #expect(try await accounts.forget(.mail(mail)) == false)
        #expect(try await accounts.forget(.number(.aiko)) == false)
        #expect(try await accounts.person(with: .aiko) == nil)
        #expect(try await accounts.person(with: .ben)?.name == "Ben")
        try await accounts.create(mail, password: "x")
    }

    // MARK: - Restarts

    @Test(arguments: Kind.durable)
    func `accounts and profiles outlive the server`(kind: Kind) async throws {
        let test = try TestAccounts(kind)
        defer { test.end() }
        try await test.open().create(mail, password: "x")
        try await test.open().save(Person(name: "Aiko"), with: .aiko)

        let accounts = try test.open()

        #expect(try await accounts.person(with: .aiko)?.name == "Aiko")
        await #expect(throws: AccountsError.alreadyRegistered) { try await accounts.create(mail, password: "x") }
    }
}

extension NationalNumber {
    static let aiko = NationalNumber("09012345678")
    static let ben = NationalNumber("08098765432")
}
