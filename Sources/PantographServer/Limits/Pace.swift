import Pantograph

/// How fast one loop takes new connections: a crowd that comes back at once, after a restart, is let in over a second or
/// two, so that the first ones are answered while the last ones wait in the system's queue.
struct Pace {
    static let step = Duration.milliseconds(20)
    /// 6,000 a second on all loops.
    private static let total = 120

    private let limit: Int
    private var begin = Instant(sinceEpoch: .zero)
    private var taken = 0

    /// Of one of so many loops, which share the pace.
    init(loops: Int) {
        limit = max(1, Self.total / loops)
    }

    /// Whether no more connections should be taken just now.
    mutating func isOver(at now: Instant) -> Bool {
        if begin.duration(to: now) >= Self.step { (begin, taken) = (now, 0) }
        return taken >= limit
    }

    mutating func count() { taken += 1 }
}
