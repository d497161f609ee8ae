public import Pantograph

/// The screens of this package, joined to the services that they need.
///
/// ```swift
/// let records = MemoryStore(now: { loop.now })
/// let codes = SignInCodes(gateway: ConsoleGateway(), now: { loop.now }, log: log)
/// let everybody = Shared("counter", 0, in: records, now: { loop.now })
/// let screens = Application(codes: codes, accounts: MemoryAccounts(), everybody: everybody)
/// let lobby = Lobby(routes: screens.routes, log: log)
/// ```
public struct Application: Sendable {
    private let codes: any CodeIssuer
    private let accounts: any Accounts
    private let everybody: Shared<Int>

    /// The services, and the count that is everybody's, are shared by all sessions.
    public init(codes: any CodeIssuer, accounts: any Accounts, everybody: Shared<Int>) {
        self.codes = codes
        self.accounts = accounts
        self.everybody = everybody
    }

    /// One route for each screen. `confirm-code` and `home` need a sign-in under way: opened by name they show
    /// `phone-number`.
    public var routes: [Route] {
        [
            Route(Counter.self) { [everybody] _ in Counter(everybody: everybody) },
            Route(PhoneNumber.self, phoneNumber),
            Route(ConfirmCode.self, instead: phoneNumber) { ConfirmCode(signIn(for: $0), $1) },
            Route(Profile.self) {
                Profile(texts: .for($0.locale))
            } again: { visit, kept in
                Profile(signIn(for: visit), kept) ?? Profile(texts: .for(visit.locale))
            },
            Route(Registration.self) { [accounts] in Registration(accounts: accounts, texts: .for($0.locale)) },
            Route(Home.self, instead: phoneNumber) { Home(signIn(for: $0), $1) },
        ]
    }

    private func phoneNumber(for visit: Visit) -> PhoneNumber {
        PhoneNumber(signIn(for: visit))
    }

    private func signIn(for visit: Visit) -> SignIn {
        SignIn(clock: visit.clock, texts: .for(visit.locale), codes: codes, accounts: accounts)
    }
}
