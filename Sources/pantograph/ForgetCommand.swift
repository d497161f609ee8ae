import PantographServer
import Screens

/// `pantograph forget`: deletes a person wherever something is kept of one.
struct ForgetCommand {
    private let contact: Contact
    private let name: String
    private let options: ServeOptions

    /// The options are those of `serve`, so that both find the same places. Throws `UsageError`.
    init(_ arguments: [String], environment: [String: String]) throws {
        guard let name = arguments.first, let contact = Contact(name) else {
            throw UsageError(description: "forget needs a telephone number or a mail address")
        }
        self.contact = contact
        self.name = name
        options = try ServeOptions(Array(arguments.dropFirst()), environment: environment)
    }

    /// Prints what came of it. Throws what kept a place from forgetting.
    func run() async throws {
        let storage = try Storage(options) { _ in }
        // Sessions are sealed under tokens that nobody here has; they end by themselves.
        let codes = SignInCodes(
            gateway: ConsoleGateway(), records: storage.records, hash: storage.codeHash, now: { SystemTime.now },
            log: { _ in })
        let places: [any Forgetting] = [try options.accounts, codes]
        var isFound = false
        for place in places where try await place.forget(contact) { isFound = true }
        print(isFound ? "\(name) is forgotten" : "nothing is kept of \(name)")
    }
}
