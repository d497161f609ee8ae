/// What a screen can know about the person who opens it.
public struct Visit: Sendable {
    /// A language tag (RFC 5646) as the client gave it: `locale` of `open`, else the first of `Accept-Language`, else "en".
    public let locale: String
    /// The clock of the session's loop.
    public let clock: SessionClock

    /// A visit in a language, on the loop of a clock.
    public init(locale: String, clock: SessionClock) {
        self.locale = locale
        self.clock = clock
    }
}
