/// A value that the person can change, and that the screen can correct.
public struct Field<Root: AnyObject>: Sendable {
    /// What else can be said of a field.
    public enum Option: Sendable {
        /// A password: never sent by the server, never stored, never logged.
        case secret
        /// The most Unicode code points that a text may have; 4,096 without this.
        case limit(Int)
    }

    private(set) var erased: ErasedField

    /// A field that is a property of the screen.
    ///
    /// Inlinable, so that the value's type is known where the screen is compiled.
    @inlinable
    public init<V: FieldValue>(
        _ name: String, _ path: any ReferenceWritableKeyPath<Root, V> & Sendable, _ options: Option...
    ) {
        self.init(
            name, property: Property.name(of: path), options, value: { $0[keyPath: path].value },
            write: { root, value in
                guard let value = V(value: value) else { return false }
                root[keyPath: path] = value
                return true
            })
    }

    /// A field whose changes the screen takes by a method, to correct them or to look at what was there before.
    @inlinable
    public init<V: FieldValue>(
        _ name: String, _ read: @escaping @Sendable (Root) -> V, _ options: Option...,
        change: @escaping @Sendable (Root, V) -> Void
    ) {
        self.init(
            name, property: name, options, value: { read($0).value },
            write: { root, value in
                guard let value = V(value: value) else { return false }
                change(root, value)
                return true
            })
    }

    @usableFromInline
    init(
        _ name: String, property: String, _ options: [Option], value: @escaping @Sendable (Root) -> Value,
        write: @escaping @Sendable (Root, Value) -> Bool
    ) {
        erased = ErasedField(slot: Slot(name) { value(cast($0)) }, property: property) { write(cast($0), $1) }
        for option in options {
            switch option {
            case .secret: erased.slot.read = nil
            case .limit(let limit): erased.limit = limit
            }
        }
    }

    /// The field takes changes only while `isEnabled`; at other times they are refused as `disabled`.
    public consuming func enabled(_ isEnabled: @escaping @Sendable (Root) -> Bool) -> Self {
        erased.isEnabled = { isEnabled(cast($0)) }
        return self
    }

    /// What follows each change that the person makes.
    public consuming func onChange(_ body: @escaping @Sendable (Root) throws -> Effect?) -> Self {
        erased.change = .sync(of: Root.self, body)
        return self
    }

    /// What follows each change that the person makes. A further change does not wait for it to end.
    public consuming func onChange(_ body: @escaping @Sendable (Root) async throws -> Effect?) -> Self {
        erased.change = .async(of: Root.self, body)
        return self
    }

    /// What the return key does in this field.
    public consuming func onReturn(_ body: @escaping @Sendable (Root) throws -> Effect?) -> Self {
        erased.returnKey = .sync(of: Root.self, body)
        return self
    }

    /// What the return key does in this field.
    public consuming func onReturn(_ body: @escaping @Sendable (Root) async throws -> Effect?) -> Self {
        erased.returnKey = .async(of: Root.self, body)
        return self
    }

    /// Work that follows a change once nothing has changed for `delay`. The newest wins: a further change cancels
    /// work under way, and the result of cancelled work never reaches `apply`.
    public consuming func latest<Result>(
        after delay: Duration, _ work: @escaping @Sendable (Root) async throws -> Result,
        apply: @escaping @Sendable (Root, Result) -> Void
    ) -> Self {
        erased.latest = ErasedField.Latest(delay: delay) { root in
            let result = try await work(cast(root))
            return { apply(cast($0), result) }
        }
        return self
    }
}
