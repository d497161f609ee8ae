public import Pantograph

/// The screens of this package, joined to the services that they need.
///
/// ```swift
/// let codes = SignInCodes(gateway: ConsoleGateway(), now: { loop.now }, log: log)
/// let screens = Application(codes: codes, accounts: MemoryAccounts())
/// let lobby = Lobby(routes: screens.routes, log: log)
/// ```
public struct Application: Sendable {
    private let codes: any CodeIssuer
    private let accounts: any Accounts

    /// The services are shared by all sessions.
    public init(codes: any CodeIssuer, accounts: any Accounts) {
        self.codes = codes
        self.accounts = accounts
    }

    /// One route for each screen. `confirm-code` and `home` need a sign-in under way: opened by name they show
    /// `phone-number`.
    public var routes: [Route] {
        [
            Route(Counter.self) { _ in Counter() },
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
