/// A name that `open` understands, and the screen that a visitor gets for it.
///
/// A session that lives on elsewhere makes its screen anew by the route of the screen's name, and then gives it the
/// fields and kept values that it had. A screen without a route ends with the server that it was opened on.
public struct Route: Sendable {
    let name: String
    let open: @Sendable (Visit) -> any Screen
    /// Nil if what was kept does not suffice.
    let remake: @Sendable (Visit, KeptValues) -> (any Screen)?

    /// A screen that anybody can open.
    public init<S: Screen>(_ screen: S.Type, _ open: @escaping @Sendable (Visit) -> S) {
        self.init(screen, open, again: { visit, _ in open(visit) })
    }

    /// A screen that anybody can open, and that is made in another way when it was reached through another one: `again`
    /// gets what the screen kept, and returns nil if that does not suffice.
    public init<S: Screen>(
        _ screen: S.Type, _ open: @escaping @Sendable (Visit) -> S,
        again: @escaping @Sendable (Visit, KeptValues) -> S?
    ) {
        name = screen.name
        self.open = { open($0) }
        remake = { again($0, $1) }
    }

    /// A screen that is reached through another: whoever opens it by name is shown what `open` returns. `again` makes
    /// it for a session that had reached it, and returns nil if what the screen kept does not suffice.
    public init<S: Screen>(
        _ screen: S.Type, instead open: @escaping @Sendable (Visit) -> any Screen,
        again: @escaping @Sendable (Visit, KeptValues) -> S?
    ) {
        name = screen.name
        self.open = open
        remake = { again($0, $1) }
    }
}
