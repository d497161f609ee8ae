import Pantograph

/// A countdown in whole seconds, derived from its end: nothing has to run for it to be right.
struct Countdown {
    private let end: Instant

    init(of duration: Duration, from now: Instant) {
        end = now.advanced(by: duration)
    }

    private init(end: Instant) {
        self.end = end
    }

    func isActive(at now: Instant) -> Bool { now < end }

    /// When it ends; nil once it has.
    func deadline(at now: Instant) -> Instant? { isActive(at: now) ? end : nil }

    /// N during the first second, 0 at the end.
    func secondsLeft(at now: Instant) -> Int { end.secondsLeft(from: now) }

    /// The moment after `now` at which the seconds left change next; nil once it has ended.
    func nextChange(after now: Instant) -> Instant? {
        isActive(at: now) ? end.advanced(by: .seconds(1 - secondsLeft(at: now))) : nil
    }
}

extension Countdown: FieldValue {
    var value: Value { end.value }

    init?(value: Value) {
        guard let end = Instant(value: value) else { return nil }
        self.init(end: end)
    }
}
