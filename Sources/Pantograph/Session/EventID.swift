/// Names one event of one session for ever: the idempotency key of what an event does outside of its session.
///
/// After a crash an event that was not saved runs again, under the same name; a service that remembers the names that
/// it has served (an account made, a message sent) does nothing twice.
public struct EventID: Sendable, Hashable, CustomStringConvertible {
    /// Names the session; of no use as a key to it.
    public let session: String
    /// The event's number in the session.
    public let number: Int

    /// Names an event.
    public init(session: String, number: Int) {
        self.session = session
        self.number = number
    }

    /// The event that the running code works for: set in actions and reactions that may wait, and in tasks that they
    /// start.
    @TaskLocal public static var current: EventID?

    /// One word of letters, digits, "-", "_" and ".".
    public var description: String { "\(session).\(number)" }
}
