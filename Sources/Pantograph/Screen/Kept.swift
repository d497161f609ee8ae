/// Private state that must survive a move to another server, a restart or a crash, beside the fields.
///
/// ```swift
/// Kept("attempts", \.attempts)
/// ```
/// Kept values come back after the fields, in the order of their declaration. Values may nest to twelve levels.
public struct Kept<Root: AnyObject>: Sendable {
    let erased: ErasedKept

    /// A property that is stored with the session and set again when the session is made anew.
    public init<V: FieldValue>(_ name: String, _ path: any ReferenceWritableKeyPath<Root, V> & Sendable) {
        erased = ErasedKept(
            name: name, property: Property.name(of: path),
            read: { (cast($0) as Root)[keyPath: path].value },
            write: { root, value in
                if let value = V(value: value) { (cast(root) as Root)[keyPath: path] = value }
            })
    }

    /// Something that is stored with the session, and that the screen's route needs to make the screen anew
    /// (`KeptValues`).
    public init<V: FieldValue>(_ name: String, stored read: @escaping @Sendable (Root) -> V) {
        erased = ErasedKept(name: name, property: name, read: { read(cast($0)).value }, write: nil)
    }
}

/// Properties that need not survive: what the screen works out anew, or what says that something is under way. Saying
/// so keeps debug builds from naming them.
public struct Transient: Sendable {
    let properties: [String]

    /// By the names of the properties.
    public init(_ properties: String...) {
        self.properties = properties
    }
}

/// What a screen kept, for the route that makes it anew.
public struct KeptValues: Sendable {
    private let members: [Value.Member]

    init(_ members: [Value.Member]) {
        self.members = members
    }

    /// The value that was kept under `name`; nil if there is none, or one of another type.
    public func value<V: FieldValue>(_ name: String, as type: V.Type = V.self) -> V? {
        members.last { $0.name == name }.flatMap { V(value: $0.value) }
    }
}
