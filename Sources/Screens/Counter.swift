public import Pantograph

/// Counts taps, up and down.
///
/// Confined to its session.
public final class Counter {
    private var count: Int

    /// Starts at `count`: zero, or what a test needs.
    public init(count: Int = 0) {
        self.count = count
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
    }
}
