import Pantograph

/// How fast one client may send messages: a token bucket. Above it the client is not read for a while; nothing is
/// dropped (protocol section 6).
struct RateLimit {
    enum Verdict: Equatable {
        case go
        /// Do not read until then.
        case pause(until: Instant)
        /// It has pushed without a rest for too long.
        case close
    }

    private let rate: Double
    private let burst: Double
    private var tokens: Double
    private var filledAt: Instant
    /// Since when the client has been at its limit without a rest.
    private var pushingSince: Instant?

    private static let patience = Duration.seconds(30)
    /// A paused client gets a quarter of a second's messages at once, so that pausing costs little.
    private static let pause = Duration.milliseconds(250)

    init(rate: Int, burst: Int, now: Instant) {
        self.rate = Double(rate)
        self.burst = Double(burst)
        tokens = self.burst
        filledAt = now
    }

    /// Counts a message.
    mutating func count(at now: Instant) -> Verdict {
        if now > filledAt {
            let (seconds, attoseconds) = filledAt.duration(to: now).components
            tokens = min(burst, tokens + rate * (Double(seconds) + Double(attoseconds) * 1e-18))
            filledAt = now
        }
        tokens -= 1
        if tokens >= 0 {
            // Half a second's worth in hand means that the client has rested.
            if tokens > rate / 2 { pushingSince = nil }
            return .go
        }
        guard let since = pushingSince else {
            pushingSince = now
            return .pause(until: now.advanced(by: Self.pause))
        }
        return since.duration(to: now) > Self.patience ? .close : .pause(until: now.advanced(by: Self.pause))
    }
}
