/// A tick, its screen's type erased.
struct ErasedTick: Sendable {
    /// When to look next, given the present moment; a moment that has come already counts as none.
    let next: @Sendable (AnyObject, Instant) -> Instant?
    let body: Body?
}
