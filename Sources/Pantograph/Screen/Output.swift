/// A value that the person sees. It is read after each turn in which its session was touched, so it should be cheap:
/// a stored or computed property.
public struct Output<Root: AnyObject>: Sendable {
    let slot: Slot

    /// `read` may be a key path, such as `\.count`.
    public init<V: OutputValue>(_ name: String, _ read: @escaping @Sendable (Root) -> V) {
        slot = Slot(name) { read(cast($0)).value }
    }
}
