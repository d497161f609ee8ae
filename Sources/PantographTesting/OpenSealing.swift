public import Pantograph

/// No sealing at all, for tests that look at what is stored.
public struct OpenSealing: Sealing {
    /// Nothing to set up.
    public init() {}

    /// As it is.
    public func seal(_ plain: [UInt8], for key: String) -> [UInt8] { plain }

    /// As it is.
    public func open(_ sealed: [UInt8], for key: String) -> [UInt8]? { sealed }

    /// The text itself.
    public func digest(_ text: String) -> [UInt8] { Array(text.utf8) }
}
