/// Who has registered, and the profiles of telephone numbers.
///
/// Shared by all sessions of a server.
public protocol Accounts: Forgetting {
    /// Makes an account. Of any number of calls for one address, at once or not, one succeeds; the others throw
    /// `AccountsError.alreadyRegistered`. The password is kept as a slow hash only.
    ///
    /// A call with the `idempotencyKey` of the one that succeeded succeeds again and changes nothing, so that what a
    /// crash has cut short can be done anew. Throws `PasswordHasher.Busy` when too many passwords wait for their hash.
    func create(_ mail: EmailAddress, password: String, idempotencyKey: String?) async throws

    /// The profile of a number; nil for a number that is not known yet.
    func person(with number: NationalNumber) async throws -> Person?

    /// Stores the profile of a number, which is known from then on; one before is replaced.
    func save(_ person: Person, with number: NationalNumber) async throws
}

extension Accounts {
    /// Makes an account by a call that is never made again.
    public func create(_ mail: EmailAddress, password: String) async throws {
        try await create(mail, password: password, idempotencyKey: nil)
    }
}

/// Why an account was not made.
public enum AccountsError: Error {
    case alreadyRegistered
}
