/// A value that the person sees. It is read after each turn in which its session was touched, so it should be cheap:
/// a stored or computed property.
public struct Output<Root: AnyObject>: Sendable {
    let name: String
    let read: @Sendable (Root) -> Value

    public init<V: OutputValue>(_ name: String, _ read: @escaping @Sendable (Root) -> V) {
        self.name = name
        self.read = { read($0).value }
    }
}
