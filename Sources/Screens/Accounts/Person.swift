public import Pantograph

/// A profile as it is stored.
public struct Person: Sendable, Equatable {
    /// As typed; not blank.
    public let name: String
    /// A page that may be linked to.
    public let address: WebAddress?
    /// As typed; may be empty and may have several lines.
    public let about: String

    /// A profile with nothing but a name, or more. U+0000 is left out of the texts: nobody can see it, and not every
    /// database takes it.
    public init(name: String, address: WebAddress? = nil, about: String = "") {
        self.name = Self.storable(name)
        self.address = address
        self.about = Self.storable(about)
    }

    private static func storable(_ text: String) -> String {
        text.utf8.contains(0) ? String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\0" })) : text
    }
}

extension Person: FieldValue {
    /// As it is kept.
    public var value: Value {
        [.text(name), address.map { .text($0.href) } ?? .null, .text(about)]
    }

    /// From what was kept.
    public init?(value: Value) {
        guard case .list(let parts) = value, parts.count == 3, let name = String(value: parts[0]),
            let about = String(value: parts[2])
        else { return nil }
        self.init(name: name, address: String(value: parts[1]).flatMap(WebAddress.init), about: about)
    }
}
