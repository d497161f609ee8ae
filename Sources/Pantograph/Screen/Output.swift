/// A value that the person sees. It is read after each turn in which its session was touched, so it should be cheap:
/// a stored or computed property.
public struct Output<Root: AnyObject>: Sendable {
    let slot: Slot

    /// `read` may be a key path, such as `\.count`.
    ///
    /// Inlinable, so that the value's type is known where the screen is compiled.
    @inlinable
    public init<V: OutputValue>(_ name: String, _ read: @escaping @Sendable (Root) -> V) {
        self.init(name, value: { read($0).value })
    }

    @usableFromInline
    init(_ name: String, value: @escaping @Sendable (Root) -> Value) {
        slot = Slot(name) { value(cast($0)) }
    }
}
