/// A value that the person sees. It is read after each turn in which its session was touched, so it should be cheap:
/// a stored or computed property.
public struct Output<Root: AnyObject>: Sendable {
    let slot: Slot
    /// What changes the value from elsewhere; nil if only the screen does.
    let source: (@Sendable (AnyObject) -> any SharedSource)?

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
        source = nil
    }

    /// A value that sessions share; the person sees every change, wherever it was made.
    public init<V>(_ name: String, shared: @escaping @Sendable (Root) -> Shared<V>) {
        self.init(name, shared: shared) { $0 }
    }

    /// What `show` makes of a value that sessions share.
    public init<V, S: OutputValue>(
        _ name: String, shared: @escaping @Sendable (Root) -> Shared<V>, _ show: @escaping @Sendable (V) -> S
    ) {
        slot = Slot(name) { show(shared(cast($0)).value).value }
        source = { shared(cast($0)) }
    }
}
