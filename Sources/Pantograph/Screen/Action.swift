/// Something that the person can ask for: a button.
///
/// The body runs on the session's event loop. It may return an effect. If it throws, the client gets `failed`
/// with an id that the log has too, and the session lives on.
public struct Action<Root: AnyObject>: Sendable {
    let name: String
    let isEnabled: @Sendable (Root) -> Bool
    let whileRunning: WhileRunning
    let body: Body<Root>

    private init(
        _ name: String, _ isEnabled: @escaping @Sendable (Root) -> Bool, _ whileRunning: WhileRunning, _ body: Body<Root>
    ) {
        self.name = name
        self.isEnabled = isEnabled
        self.whileRunning = whileRunning
        self.body = body
    }

    public init(
        _ name: String, enabled: @escaping @Sendable (Root) -> Bool = { _ in true },
        _ body: @escaping @Sendable (Root) throws -> Void
    ) {
        self.init(name, enabled, .ignore, .sync { try body($0); return nil })
    }

    public init(
        _ name: String, enabled: @escaping @Sendable (Root) -> Bool = { _ in true },
        _ body: @escaping @Sendable (Root) throws -> Effect?
    ) {
        self.init(name, enabled, .ignore, .sync(body))
    }

    public init(
        _ name: String, enabled: @escaping @Sendable (Root) -> Bool = { _ in true },
        whileRunning: WhileRunning = .ignore, _ body: @escaping @Sendable (Root) async throws -> Void
    ) {
        self.init(name, enabled, whileRunning, .async { try await body($0); return nil })
    }

    public init(
        _ name: String, enabled: @escaping @Sendable (Root) -> Bool = { _ in true },
        whileRunning: WhileRunning = .ignore, _ body: @escaping @Sendable (Root) async throws -> Effect?
    ) {
        self.init(name, enabled, whileRunning, .async(body))
    }
}
