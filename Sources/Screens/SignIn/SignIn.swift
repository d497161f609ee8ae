public import Pantograph

/// What the screens of one sign-in share.
public struct SignIn: Sendable {
    let clock: SessionClock
    let texts: Texts
    let codes: any CodeIssuer
    let accounts: any Accounts

    /// `clock` is the session's own, so that countdowns are right on its loop.
    public init(clock: SessionClock, texts: Texts, codes: any CodeIssuer, accounts: any Accounts) {
        self.clock = clock
        self.texts = texts
        self.codes = codes
        self.accounts = accounts
    }
}
