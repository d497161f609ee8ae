/// Accounts that last as long as the process.
public actor MemoryAccounts: Accounts {
    private struct Account {
        let passwordHash: String
        let idempotencyKey: String?
    }

    private let hasher: PasswordHasher
    private var accounts: [EmailAddress: Account] = [:]
    private var persons: [NationalNumber: Person] = [:]

    /// No accounts yet.
    public init(hasher: PasswordHasher = PasswordHasher()) {
        self.hasher = hasher
    }

    /// Throws `AccountsError`, and what `hasher` throws.
    public func create(_ mail: EmailAddress, password: String, idempotencyKey: String?) async throws {
        // Asked before, so that an address that exists costs no hash, and after, because others may come in between.
        if try isMade(mail, idempotencyKey) { return }
        let hash = try await hasher.hash(password)
        if try isMade(mail, idempotencyKey) { return }
        accounts[mail] = Account(passwordHash: hash, idempotencyKey: idempotencyKey)
    }

    /// Whether this very call has made the account before.
    private func isMade(_ mail: EmailAddress, _ key: String?) throws -> Bool {
        guard let account = accounts[mail] else { return false }
        guard let key, account.idempotencyKey == key else { throw AccountsError.alreadyRegistered }
        return true
    }

    /// Nil for a number that is not known yet.
    public func person(with number: NationalNumber) -> Person? {
        persons[number]
    }

    /// Replaces the profile that the number had.
    public func save(_ person: Person, with number: NationalNumber) {
        persons[number] = person
    }

    /// Removes the account of an address or the profile of a number.
    public func forget(_ contact: Contact) -> Bool {
        switch contact {
        case .mail(let mail): accounts.removeValue(forKey: mail) != nil
        case .number(let number): persons.removeValue(forKey: number) != nil
        }
    }
}
