/// A moment on the time line that all sessions share: the time since the Unix epoch, advanced by a monotonic clock.
///
/// Being anchored to the epoch, it can be written down and read again by another process.
public struct Instant: InstantProtocol, Sendable {
    /// The time since 1970-01-01T00:00:00Z.
    public let sinceEpoch: Duration

    /// A moment of the past or the future.
    public init(sinceEpoch: Duration) {
        self.sinceEpoch = sinceEpoch
    }

    /// The moment so much later.
    public func advanced(by duration: Duration) -> Instant {
        Instant(sinceEpoch: sinceEpoch + duration)
    }

    /// How much later `other` is.
    public func duration(to other: Instant) -> Duration {
        other.sinceEpoch - sinceEpoch
    }

    /// Whether `left` comes earlier.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.sinceEpoch < right.sinceEpoch
    }

    /// The whole seconds from `now` until this moment, rounded up; 0 once it has come. A countdown shows this.
    public func secondsLeft(from now: Instant) -> Int {
        let left = now.duration(to: self)
        guard left > .zero else { return 0 }
        return Int(left.components.seconds) + (left.components.attoseconds > 0 ? 1 : 0)
    }
}
