/// Sends codes to telephone numbers and tells whether a code is the one that was sent.
///
/// Shared by all sessions of a server: every limit belongs to the number, whoever asks.
public protocol CodeIssuer: Sendable {
    /// How many digits a code has.
    var codeLength: Int { get }
    /// How long a number rests between two messages; a screen offers a new code after this.
    var resendAfter: Duration { get }

    /// Sends a new code, which replaces the one before. Returns without sending in the cool-down of `number`; its
    /// earlier code stays good.
    ///
    /// `message` makes the text around the code. Throws `CodeIssuerError` when the person can be told why; a failed
    /// sending uses up nothing.
    func issue(to number: NationalNumber, message: @escaping @Sendable (_ code: String) -> String) async throws

    /// Judges a guess, which counts. A right one uses the code up.
    ///
    /// `isKnown` tells whether the number has a person. An event that runs again after a crash may have made one the
    /// first time; it hears what the first time was true.
    func verify(_ code: String, of number: NationalNumber, isKnown: Bool) async throws -> CodeVerdict
}

/// Why no code was sent.
public enum CodeIssuerError: Error, Equatable {
    case dailyLimitReached
    /// By all numbers that the client's address has asked for.
    case addressLimitReached
    case messageNotSent
}

/// What an issuer says of a guess.
public enum CodeVerdict: Sendable {
    case right
    /// Right, of a number that had no person when it was judged first.
    case rightOfNewcomer
    case wrong
    /// There is no code to guess any more: none was sent, it is too old, was used, or has seen all its guesses.
    case spent
}
