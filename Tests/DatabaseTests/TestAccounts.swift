import PostgreSQL
import SQLite
import Screens
import ScreensDatabases
import TestSupport

/// The kinds of accounts that there are, all of which behave alike.
enum Kind: CaseIterable {
    case memory, sqlite, postgreSQL

    static let durable = [Kind.sqlite, .postgreSQL]
}

/// Empty accounts, in a place of their own.
struct TestAccounts: Sendable {
    private let folder: TemporaryFolder
    private let place: Place

    private enum Place {
        case memory(MemoryAccounts)
        case file(String)
        case server(String)
    }

    init(_ kind: Kind) throws {
        folder = try TemporaryFolder()
        place =
            switch kind {
            case .memory: .memory(MemoryAccounts())
            case .sqlite: .file(folder.path("accounts.db"))
            case .postgreSQL: .server(try PostgreSQLServer.database())
            }
    }

    /// Called at the end of a test, so that the folder stays until then.
    func end() {
        withExtendedLifetime(folder) {}
    }

    /// As a server does at its start.
    func open(hasher: PasswordHasher = PasswordHasher()) throws -> any Accounts {
        switch place {
        case .memory(let accounts): accounts
        case .file(let path): try DatabaseAccounts(sqlite: path, hasher: hasher)
        // Longer than a server would wait, because a machine that runs tests may be slow.
        case .server(let url): try DatabaseAccounts(postgreSQL: url, limit: .seconds(600), hasher: hasher)
        }
    }

    /// Another way to the same database.
    func query(_ sql: String) throws -> [[String?]] {
        switch place {
        case .memory: []
        case .file(let path): try SQLite.Connection(path: path).prepare(sql).run().map { $0.map(\.text) }
        case .server(let url): try PostgreSQL.Connection(url).run(sql)
        }
    }
}
