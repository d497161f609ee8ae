import Foundation
public import Screens

/// Accounts in a database that speaks SQL.
public struct DatabaseAccounts: Accounts {
    private let database: any SQLDatabase
    private let hasher: PasswordHasher

    /// In a SQLite file, which is made if there is none. What was answered is on the disk. Blocks, and throws what keeps
    /// the file from being used.
    public init(sqlite path: String, hasher: PasswordHasher = PasswordHasher()) throws {
        database = try SQLiteDatabase(path: path)
        self.hasher = hasher
    }

    /// In a PostgreSQL database, named by a URL of libpq, which any number of servers may share. A statement fails that
    /// takes longer than `limit`, waiting for others included. Blocks, and throws what keeps it from being used.
    public init(
        postgreSQL url: String, limit: Duration = .seconds(5), hasher: PasswordHasher = PasswordHasher()
    ) throws {
        database = try PostgreSQLDatabase(url: url, limit: limit)
        self.hasher = hasher
    }

    /// Throws `AccountsError`, and what the database or `hasher` throws.
    public func create(_ mail: EmailAddress, password: String, idempotencyKey: String?) async throws {
        // A key in any case: a statement whose answer was lost is run again.
        let key = idempotencyKey ?? UUID().uuidString
        // Asked before, so that an address that exists costs no hash. What keeps doubles out is the index.
        if try await isMade(mail, key) { return }
        let hash = try await hasher.hash(password)
        do {
            _ = try await database.run(
                "INSERT INTO accounts (mail, password_hash, idempotency_key, created) VALUES ($1, $2, $3, $4)",
                [mail.description, hash, key, now])
        } catch is UniqueViolation {
            guard try await isMade(mail, key) else { throw AccountsError.alreadyRegistered }
        }
    }

    /// Whether this very call has made the account before.
    private func isMade(_ mail: EmailAddress, _ key: String) async throws -> Bool {
        let rows = try await database.run("SELECT idempotency_key FROM accounts WHERE mail = $1", [mail.description])
        guard let row = rows.first else { return false }
        guard row == [key] else { throw AccountsError.alreadyRegistered }
        return true
    }

    /// Nil for a number that is not known yet.
    public func person(with number: NationalNumber) async throws -> Person? {
        let rows = try await database.run("SELECT name, url, about FROM profiles WHERE number = $1", [number.digits])
        guard let row = rows.first, let name = row[0], let about = row[2] else { return nil }
        return Person(name: name, address: row[1].flatMap { WebAddress($0) }, about: about)
    }

    /// Replaces the profile that the number had.
    public func save(_ person: Person, with number: NationalNumber) async throws {
        _ = try await database.run(
            """
            INSERT INTO profiles (number, name, url, about, changed) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (number) DO UPDATE SET
                name = excluded.name, url = excluded.url, about = excluded.about, changed = excluded.changed
            """,
            [number.digits, person.name, person.address?.href, person.about, now])
    }

    /// Deletes the account of an address or the profile of a number.
    public func forget(_ contact: Contact) async throws -> Bool {
        let rows =
            switch contact {
            case .mail(let mail):
                try await database.run("DELETE FROM accounts WHERE mail = $1 RETURNING 1", [mail.description])
            case .number(let number):
                try await database.run("DELETE FROM profiles WHERE number = $1 RETURNING 1", [number.digits])
            }
        if !rows.isEmpty { try await database.erase() }
        return !rows.isEmpty
    }

    /// Seconds since 1970.
    private var now: String { String(Int64(Date().timeIntervalSince1970)) }
}
