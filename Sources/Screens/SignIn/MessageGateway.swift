/// Carries text messages to telephones.
public protocol MessageGateway: Sendable {
    /// Sends `text`. Returns once the message was taken; throws if it was not, or if nobody can know.
    func send(_ text: String, to number: NationalNumber) async throws
}
