/// What an author wrote for an event: plain code that runs at once, or code that may wait.
///
/// The screen's type is erased; the bindings pair it with a view model of the right type.
enum Body: Sendable {
    case sync(@Sendable (AnyObject) throws -> Effect?)
    case async(@Sendable (AnyObject) async throws -> Effect?)

    static func sync<Root: AnyObject>(of root: Root.Type, _ body: @escaping @Sendable (Root) throws -> Effect?) -> Body
    {
        .sync { try body(cast($0)) }
    }

    static func async<Root: AnyObject>(
        of root: Root.Type, _ body: @escaping @Sendable (Root) async throws -> Effect?
    ) -> Body {
        .async { try await body(cast($0)) }
    }
}

/// Gives a view model its type back.
///
/// Unsafe because it runs for every output of every frame; `Bindings<Root>` erases its parts, and only `LiveScreen`,
/// which takes them together with a `Root`, calls them. Debug builds check.
@inline(__always)
func cast<Root: AnyObject>(_ model: AnyObject) -> Root {
    unsafeDowncast(model, to: Root.self)
}
