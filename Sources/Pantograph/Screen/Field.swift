/// A value that the person can change, and that the screen can correct.
public struct Field<Root: AnyObject>: Sendable {
    public enum Option: Sendable {
        /// A password: never sent by the server, never stored, never logged.
        case secret
        /// The most Unicode code points that a text may have; 4,096 without this.
        case limit(Int)
    }

    /// Work that follows a change after a pause; `work` returns the change to make.
    struct Latest: Sendable {
        let delay: Duration
        let work: @Sendable (Root) async throws -> (Root) -> Void
    }

    let name: String
    let read: @Sendable (Root) -> Value
    private let write: @Sendable (Root, Value) -> Bool
    private(set) var isSecret = false
    private var limit = 4096
    private(set) var isEnabled: @Sendable (Root) -> Bool = { _ in true }
    private(set) var change: Body<Root>?
    private(set) var returnKey: Body<Root>?
    private(set) var latest: Latest?

    /// A field that is a property of the screen.
    public init<V: FieldValue>(
        _ name: String, _ path: any ReferenceWritableKeyPath<Root, V> & Sendable, _ options: Option...
    ) {
        self.init(name, options, read: { $0[keyPath: path] }, write: { $0[keyPath: path] = $1 })
    }

    /// A field whose changes the screen takes by a method, to correct them or to look at what was there before.
    public init<V: FieldValue>(
        _ name: String, _ read: @escaping @Sendable (Root) -> V, _ options: Option...,
        change: @escaping @Sendable (Root, V) -> Void
    ) {
        self.init(name, options, read: read, write: change)
    }

    private init<V: FieldValue>(
        _ name: String, _ options: [Option], read: @escaping @Sendable (Root) -> V,
        write: @escaping @Sendable (Root, V) -> Void
    ) {
        self.name = name
        self.read = { read($0).value }
        self.write = { root, value in
            guard let value = V(value: value) else { return false }
            write(root, value)
            return true
        }
        for option in options {
            switch option {
            case .secret: isSecret = true
            case .limit(let limit): self.limit = limit
            }
        }
    }

    /// The field takes changes only while `isEnabled`; at other times they are refused as `disabled`.
    public consuming func enabled(_ isEnabled: @escaping @Sendable (Root) -> Bool) -> Self {
        self.isEnabled = isEnabled
        return self
    }

    /// What follows each change that the person makes.
    public consuming func onChange(_ body: @escaping @Sendable (Root) throws -> Effect?) -> Self {
        change = .sync(body)
        return self
    }

    /// What follows each change that the person makes. A further change does not wait for it to end.
    public consuming func onChange(_ body: @escaping @Sendable (Root) async throws -> Effect?) -> Self {
        change = .async(body)
        return self
    }

    /// What the return key does in this field.
    public consuming func onReturn(_ body: @escaping @Sendable (Root) throws -> Effect?) -> Self {
        returnKey = .sync(body)
        return self
    }

    /// What the return key does in this field.
    public consuming func onReturn(_ body: @escaping @Sendable (Root) async throws -> Effect?) -> Self {
        returnKey = .async(body)
        return self
    }

    /// Work that follows a change once nothing has changed for `delay`. The newest wins: a further change cancels
    /// work under way, and the result of cancelled work never reaches `apply`.
    public consuming func latest<Result>(
        after delay: Duration, _ work: @escaping @Sendable (Root) async throws -> Result,
        apply: @escaping @Sendable (Root, Result) -> Void
    ) -> Self {
        latest = Latest(delay: delay) { root in
            let result = try await work(root)
            return { apply($0, result) }
        }
        return self
    }

    func accept(_ value: Value, by root: Root) -> FieldAcceptance {
        guard isWithinLimit(value) else { return .tooLong }
        return write(root, value) ? .taken : .wrongType
    }

    private func isWithinLimit(_ value: Value) -> Bool {
        switch value {
        // A code point takes one byte or more, so most texts need no counting.
        case .text(let text): text.utf8.count <= limit || text.unicodeScalars.count <= limit
        case .list(let values): values.allSatisfy(isWithinLimit)
        default: true
        }
    }
}
