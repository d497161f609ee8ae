/// Keeps outputs that depend on the time true: it makes the session look at them when they change.
///
/// Ticks belong to their screen's life and rest while nobody is connected; after a `resume` the outputs are read anew.
public struct Tick<Root: AnyObject>: Sendable {
    let erased: ErasedTick

    /// Looks at the outputs at the moment that `next` tells. It is asked anew after each turn of the session.
    public init(at next: @escaping @Sendable (Root) -> Instant?) {
        erased = ErasedTick(next: { root, _ in next(cast(root)) }, body: nil)
    }

    /// Runs `body` every `interval`, counted from the epoch, while `isActive`.
    public init(
        every interval: Duration, while isActive: @escaping @Sendable (Root) -> Bool = { _ in true },
        _ body: @escaping @Sendable (Root) throws -> Void
    ) {
        precondition(interval > .zero, "a tick needs an interval above zero")
        erased = ErasedTick(
            next: { root, now in
                guard isActive(cast(root)) else { return nil }
                let periods = (now.sinceEpoch / interval).rounded(.down) + 1
                return Instant(sinceEpoch: interval * periods)
            },
            body: .sync(of: Root.self) {
                try body($0); return nil
            })
    }
}
