/// The cryptography of what is stored; the core has none of its own.
///
/// Used from any thread.
public protocol Sealing: Sendable {
    /// Encrypts and authenticates `plain`, so that `open` with the same `key` of a record, and no other, gives it back.
    func seal(_ plain: [UInt8], for key: String) -> [UInt8]

    /// Nil if `sealed` was not made by `seal` with the same secret for the same `key`.
    func open(_ sealed: [UInt8], for key: String) -> [UInt8]?

    /// A one-way digest of something random, such as a token.
    func digest(_ text: String) -> [UInt8]
}
