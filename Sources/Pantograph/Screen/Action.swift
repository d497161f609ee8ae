/// Something that the person can ask for: a button.
///
/// The body runs on the session's event loop. It may return an effect. If it throws, the client gets `failed`
/// with an id that the log has too, and the session lives on; what the person reads is up to the body, by an output or
/// by an `AlertedError`.
public struct Action<Root: AnyObject>: Sendable {
    let erased: ErasedAction

    private init(
        _ name: String, _ isEnabled: @escaping @Sendable (Root) -> Bool, _ whileRunning: WhileRunning, _ body: Body
    ) {
        erased = ErasedAction(name: name, isEnabled: { isEnabled(cast($0)) }, whileRunning: whileRunning, body: body)
    }

    /// An action that ends at once.
    public init(
        _ name: String, enabled: @escaping @Sendable (Root) -> Bool = { _ in true },
        _ body: @escaping @Sendable (Root) throws -> Void
    ) {
        self.init(
            name, enabled, .ignore,
            .sync(of: Root.self) {
                try body($0); return nil
            })
    }

    /// An action that ends at once, and may return an effect.
    public init(
        _ name: String, enabled: @escaping @Sendable (Root) -> Bool = { _ in true },
        _ body: @escaping @Sendable (Root) throws -> Effect?
    ) {
        self.init(name, enabled, .ignore, .sync(of: Root.self, body))
    }

    /// An action that may wait.
    public init(
        _ name: String, enabled: @escaping @Sendable (Root) -> Bool = { _ in true },
        whileRunning: WhileRunning = .ignore, _ body: @escaping @Sendable (Root) async throws -> Void
    ) {
        self.init(
            name, enabled, whileRunning,
            .async(of: Root.self) {
                try await body($0); return nil
            })
    }

    /// An action that may wait, and may return an effect.
    public init(
        _ name: String, enabled: @escaping @Sendable (Root) -> Bool = { _ in true },
        whileRunning: WhileRunning = .ignore, _ body: @escaping @Sendable (Root) async throws -> Effect?
    ) {
        self.init(name, enabled, whileRunning, .async(of: Root.self, body))
    }
}
