/// An error that the person hears of, by an alert. For screens that have no output for it.
public struct AlertedError: Error {
    /// What went wrong, for the log.
    public let reason: any Error
    /// The alert's title.
    public let title: String
    /// What the person can do.
    public let message: String

    /// Tells the person of `reason`.
    public init(_ reason: any Error, title: String, message: String) {
        self.reason = reason
        self.title = title
        self.message = message
    }
}
