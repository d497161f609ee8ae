/// Accounts that last as long as the process.
public actor MemoryAccounts: Accounts {
    private let hasher: PasswordHasher
    private var passwordHashes: [EmailAddress: String] = [:]
    private var persons: [NationalNumber: Person] = [:]

    /// No accounts yet.
    public init(hasher: PasswordHasher = PasswordHasher()) {
        self.hasher = hasher
    }

    /// Throws `AccountsError`, and what `hasher` throws.
    public func create(_ mail: EmailAddress, password: String) async throws {
        // Asked before, so that an address that exists costs no hash, and after, because others may come in between.
        guard passwordHashes[mail] == nil else { throw AccountsError.alreadyRegistered }
        let hash = try await hasher.hash(password)
        guard passwordHashes[mail] == nil else { throw AccountsError.alreadyRegistered }
        passwordHashes[mail] = hash
    }

    /// Nil for a number that is not known yet.
    public func person(with number: NationalNumber) -> Person? {
        persons[number]
    }

    /// Replaces the profile that the number had.
    public func save(_ person: Person, with number: NationalNumber) {
        persons[number] = person
    }
}
