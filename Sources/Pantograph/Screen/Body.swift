/// What an author wrote for an event: plain code that runs at once, or code that may wait.
enum Body<Root: AnyObject>: Sendable {
    case sync(@Sendable (Root) throws -> Effect?)
    case async(@Sendable (Root) async throws -> Effect?)

    var isAsync: Bool {
        if case .async = self { true } else { false }
    }
}
