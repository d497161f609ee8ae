/// What PostgreSQL refused, or why it could not be asked.
public struct PostgreSQLError: Error, CustomStringConvertible {
    /// PostgreSQL's code, such as "23505" for a unique index; empty if the server has not answered.
    public let state: String
    /// The first line of what the server or libpq says; it may name tables and columns, never values.
    public let message: String

    /// Whether a row with this key is there already.
    public var isUniqueViolation: Bool { state == "23505" }

    /// One line for a log.
    public var description: String { state.isEmpty ? message : "\(message) (PostgreSQL \(state))" }

    init(state: String = "", _ message: UnsafePointer<CChar>?) {
        let lines = message.map { String(cString: $0) } ?? "no answer"
        self.state = state
        self.message = lines.split(separator: "\n").joined(separator: " ")
    }

    init(_ message: String) {
        state = ""
        self.message = message
    }
}
