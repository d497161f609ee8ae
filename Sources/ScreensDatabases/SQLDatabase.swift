/// A database that speaks SQL, for any number of callers at once.
protocol SQLDatabase: Sendable {
    /// Runs one statement, a transaction of its own, with these values for `$1`, `$2` … and returns the rows, all as
    /// texts. Throws `UniqueViolation`, and whatever else the database says.
    ///
    /// May run it twice when the connection is lost before the answer.
    func run(_ sql: String, _ values: [String?]) async throws -> [[String?]]

    /// Lets no copy stay of what was deleted, as far as that is for a client to decide.
    func erase() async throws
}

/// A row with this key is there already.
struct UniqueViolation: Error {}
