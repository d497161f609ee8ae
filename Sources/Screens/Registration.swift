public import Pantograph

/// Makes an account from a mail address and a password typed twice.
///
/// Confined to its session.
public final class Registration {
    private let accounts: any Accounts
    private let texts: Texts
    private var isRegistered = false
    private var isTaken = false

    /// The mail address as typed.
    public var mail = "" {
        didSet {
            if mail == oldValue { return }
            isTaken = false
            address = EmailAddress(mail)
        }
    }
    /// What `mail` stands for; judged once a change, because outputs are read after every turn.
    private var address: EmailAddress?
    /// The password. Secret.
    public var pass = ""
    /// The password once more. Secret.
    public var retype = ""
    /// Whether the account is being made.
    public private(set) var isLoading = false

    /// An empty form; `accounts` is where the account is made.
    public init(accounts: any Accounts, texts: Texts) {
        self.accounts = accounts
        self.texts = texts
    }

    /// What is wrong with the address; empty if it is good or not typed yet. That an address exists is told after
    /// `register` only, so that typing reveals nothing about other people.
    public var invalidMail: String {
        if isTaken { return texts.mailIsTaken }
        return address != nil || mail.isBlank ? "" : texts.mailIsInvalid
    }
    /// What is wrong with the passwords; empty if they are equal or the second is not typed yet. Texts of one
    /// Unicode normal form are equal, which is what `==` compares.
    public var invalidPass: String {
        retype.isEmpty || retype == pass ? "" : texts.passwordsDiffer
    }
    /// Whether `register` may start.
    public var canSend: Bool {
        !isLoading && !isRegistered && address != nil && !pass.isEmpty && pass == retype
    }

    /// Makes the account and says so, or says by `invalidMail` that the address has one, or asks by an alert to try again
    /// when too many do the same.
    ///
    /// Throws what kept the accounts from making it, as an `AlertedError`.
    public func register() async throws -> Effect? {
        guard let address else { return nil }
        let attempt = mail
        isLoading = true
        defer { isLoading = false }
        do {
            // By the session and not by the event: after a crash the passwords have to be typed again, and the tap that
            // follows is another event.
            try await accounts.create(address, password: pass, idempotencyKey: EventID.current?.session)
        } catch AccountsError.alreadyRegistered {
            // The person may have gone on to another address meanwhile.
            isTaken = mail == attempt
            return nil
        } catch is PasswordHasher.Busy {
            // Nothing is wrong with what was typed, so no field says it, and all of it stays for another tap.
            return .alert(title: texts.busy, message: texts.tooManyRegistrations)
        } catch {
            throw AlertedError(error, title: texts.sorry, message: texts.failed)
        }
        isRegistered = true
        return .alert(title: texts.success, message: texts.registered)
    }
}

extension Registration: Screen {
    /// The names of screens.md.
    public static let bindings = Bindings<Registration> {
        // Closures: by key path, reading and writing took an eighth of the time that a keystroke takes here.
        Field("mail", { $0.mail }, change: { $0.mail = $1 })
        Field("pass", \.pass, .secret)
        Field("retype", \.retype, .secret)
        Output("canSend", \.canSend)
        Output("invalidMail", \.invalidMail)
        Output("invalidPass", \.invalidPass)
        Output("isLoading", \.isLoading)
        Kept("isRegistered", \.isRegistered)
        Kept("isTaken", \.isTaken)
        Transient("address", "isLoading")
        Action("register", enabled: \.canSend) { try await $0.register() }
    }
}
