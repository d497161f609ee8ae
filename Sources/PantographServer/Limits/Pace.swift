import Pantograph

/// How fast one loop takes new connections: a crowd that comes back at once, after a restart, is let in over a second or
/// two, so that the first ones are answered while the last ones wait in the system's queue.
struct Pace {
    static let step = Duration.milliseconds(20)
    /// 4,000 a second.
    private static let limit = 80

    private var begin = Instant(sinceEpoch: .zero)
    private var taken = 0

    /// Whether no more connections should be taken just now.
    mutating func isOver(at now: Instant) -> Bool {
        if begin.duration(to: now) >= Self.step { (begin, taken) = (now, 0) }
        return taken >= Self.limit
    }

    mutating func count() { taken += 1 }
}
