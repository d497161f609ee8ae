public import Pantograph

/// Counts taps, up and down; and, beside its own, the taps of everybody together.
///
/// Confined to its session.
public final class Counter {
    private var count: Int
    private let everybody: Shared<Int>

    /// Starts at `count`: zero, or what a test needs. `everybody` is the count that all sessions share.
    public init(count: Int = 0, everybody: Shared<Int>) {
        self.count = count
        self.everybody = everybody
    }

    /// The count as decimal text, with a minus sign below zero.
    public var counterText: String { String(count) }

    /// Adds one. At `Int.max` the count stays: a person's tap must not bring a server down.
    public func countUp() {
        if count < .max { count += 1 }
    }

    /// Takes one away. At `Int.min` the count stays.
    public func countDown() {
        if count > .min { count -= 1 }
    }

    /// Adds one to everybody's count, on all servers. At `Int.max` it stays. Throws what keeps the store from answering.
    public func sharedCountUp() async throws {
        try await everybody.update { $0 < .max ? $0 + 1 : $0 }
    }

    /// Goes back to zero.
    public func countReset() {
        count = 0
    }
}

extension Counter: Screen {
    /// The names of screens.md.
    public static let bindings = Bindings<Counter> {
        Output("counterText", \.counterText)
        Kept("count", \.count)
        Action("countUp") { $0.countUp() }
        Action("countDown") { $0.countDown() }
        Action("countReset") { $0.countReset() }
        Output("sharedCounterText", shared: \.everybody) { String($0) }
        Action("sharedCountUp", whileRunning: .queue) { try await $0.sharedCountUp() }
    }
}
