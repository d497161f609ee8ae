/// Something that keeps what belongs to people, and can forget one.
public protocol Forgetting: Sendable {
    /// Deletes all that is kept of whoever has this address or number. False if there was nothing.
    func forget(_ contact: Contact) async throws -> Bool
}
