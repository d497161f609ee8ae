/// Who has registered, and the profiles of telephone numbers.
///
/// Shared by all sessions of a server.
public protocol Accounts: Sendable {
    /// Makes an account. Of any number of calls for one address, at once or not, one succeeds; the others throw
    /// `AccountsError.alreadyRegistered`. The password is kept as a slow hash only.
    func create(_ mail: EmailAddress, password: String) async throws

    /// The profile of a number; nil for a number that is not known yet.
    func person(with number: NationalNumber) async throws -> Person?

    /// Stores the profile of a number, which is known from then on; one before is replaced.
    func save(_ person: Person, with number: NationalNumber) async throws
}

/// Why an account was not made.
public enum AccountsError: Error {
    case alreadyRegistered
}
