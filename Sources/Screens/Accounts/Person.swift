/// A profile as it is stored.
public struct Person: Sendable, Equatable {
    /// As typed; not blank.
    public var name: String
    /// A page that may be linked to.
    public var address: WebAddress?
    /// As typed; may be empty and may have several lines.
    public var about: String

    /// A profile with nothing but a name, or more.
    public init(name: String, address: WebAddress? = nil, about: String = "") {
        self.name = name
        self.address = address
        self.about = about
    }
}
