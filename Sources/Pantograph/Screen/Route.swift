/// A name that `open` understands, and the screen that a visitor gets for it.
public struct Route: Sendable {
    let name: String
    let open: @Sendable (Visit) -> any Screen

    /// A screen that anybody can open.
    public init<S: Screen>(_ screen: S.Type, _ open: @escaping @Sendable (Visit) -> S) {
        name = screen.name
        self.open = { open($0) }
    }

    /// A screen that is reached through another: whoever opens it by name is shown what `open` returns.
    public init<S: Screen>(_ screen: S.Type, instead open: @escaping @Sendable (Visit) -> any Screen) {
        name = screen.name
        self.open = open
    }
}
