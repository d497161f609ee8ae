public import Pantograph

/// Where sendings and codes are counted, by number. Every operation is atomic: of any number of callers, on this server
/// or another, each counts once.
public protocol CodeStore: Sendable {
    /// Takes the right to send one message to `number`. A granted one counts from `now` on, until it is released.
    func reserveSending(to number: NationalNumber, at now: Instant, under limits: SendingLimits) async throws
        -> SendingDecision

    /// The message of `sending` has left: `code` is the number's only code from now on.
    func confirm(_ sending: Sending, with code: StoredCode) async throws

    /// The message of `sending` has not left: it never counted.
    func release(_ sending: Sending) async throws

    /// Takes one of the guesses that the code of `number` has left, and returns the code's digest to compare with; nil
    /// if there is no code or no guess left.
    func takeGuess(of number: NationalNumber, at now: Instant) async throws -> [UInt8]?

    /// Removes the code with this digest. False if it was gone already: another guess has used it up.
    func useUp(_ digest: [UInt8], of number: NationalNumber) async throws -> Bool
}

/// How many messages a number may get.
public struct SendingLimits: Sendable {
    /// The least time between two messages.
    public var coolDown: Duration
    /// The most messages in any 24 hours.
    public var messagesADay: Int

    /// The limits that a sending is judged by.
    public init(coolDown: Duration, messagesADay: Int) {
        self.coolDown = coolDown
        self.messagesADay = messagesADay
    }
}

/// What a store says to a sending.
public enum SendingDecision: Sendable {
    case granted(Sending)
    case coolingDown
    case dailyLimitReached
}

/// The right to send one message.
public struct Sending: Sendable {
    /// Who gets the message.
    public let number: NationalNumber
    /// Tells the sendings of one number apart.
    public let id: UInt64

    /// Made by stores.
    public init(to number: NationalNumber, id: UInt64) {
        self.number = number
        self.id = id
    }
}

/// A code as it is kept.
public struct StoredCode: Sendable {
    /// Its keyed hash.
    public let digest: [UInt8]
    /// From this moment on it is not good any more.
    public let end: Instant
    /// How many guesses are left.
    public var guesses: Int

    /// Made by issuers.
    public init(digest: [UInt8], until end: Instant, guesses: Int) {
        self.digest = digest
        self.end = end
        self.guesses = guesses
    }
}
