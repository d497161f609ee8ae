import Glibc

/// Prints messages to standard output, for whoever tries the screens without a gateway.
///
/// An actor, because a terminal may block.
public actor ConsoleGateway: MessageGateway {
    /// Standard output is all that it needs.
    public init() {}

    /// Prints one line. Throws if standard output takes none.
    public func send(_ text: String, to number: NationalNumber) throws {
        try LineOutput.write("Message to \(number.digits): \(text)", to: STDOUT_FILENO)
    }
}
