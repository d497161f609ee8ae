import Screens
import ScreensDatabases

extension ServeOptions {
    /// Opens the database. Blocks.
    ///
    /// Throws `DatabaseUnusable`.
    var accounts: any Accounts {
        get throws {
            do {
                switch database {
                case .memory: return MemoryAccounts()
                case .sqlite(let path): return try DatabaseAccounts(sqlite: path)
                case .postgreSQL(let url): return try DatabaseAccounts(postgreSQL: url)
                }
            } catch {
                throw DatabaseUnusable(reason: "\(error)")
            }
        }
    }

    /// What keeps things from being stored, in one line for whoever named the database.
    struct DatabaseUnusable: Error, CustomStringConvertible {
        let reason: String

        var description: String { "--database: \(reason)" }
    }
}
