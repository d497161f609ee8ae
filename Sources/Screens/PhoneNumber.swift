public import Pantograph

/// Takes a telephone number in three fields and has a code sent to it.
///
/// Confined to its session. The rules of the fields are `PhoneEntry`'s.
public final class PhoneNumber {
    private let signIn: SignIn
    private var entry: PhoneEntry
    /// Where the newest code went; nil before.
    private var sentTo: NationalNumber?

    /// Whether a code is being sent.
    public private(set) var isLoading = false
    /// What went wrong or was left out, until the next change; empty if nothing.
    public private(set) var errors = ""

    /// An empty form.
    public convenience init(_ signIn: SignIn) {
        self.init(signIn, fields: ["", "", ""])
    }

    /// A form that holds the digits that it held before.
    init(_ signIn: SignIn, fields: [String]) {
        self.signIn = signIn
        entry = PhoneEntry(fields: fields)
    }

    /// The first five digits.
    public var phoneNumber1: String { entry.fields[0] }
    /// The next four digits.
    public var phoneNumber2: String { entry.fields[1] }
    /// The last four digits.
    public var phoneNumber3: String { entry.fields[2] }

    /// Whether the digits are enough for a number: 11 in all.
    public var sendCodeEnabled: Bool { entry.digits.count >= 11 }
    /// Whether `sendCode` may start.
    public var canSendCode: Bool { sendCodeEnabled && !isLoading }
    /// Whether a code was sent, so that `proceed` has a number to go on with.
    public var canProceed: Bool { sentTo != nil }

    /// Takes the text that field `index` (0, 1 or 2) now shows, and corrects it.
    public func change(_ index: Int, to text: String) {
        entry.change(index, to: text)
        errors = entry.leftOut == 0 ? "" : signIn.texts.digitsLeftOut(entry.leftOut)
    }

    /// Has a code sent to the number and says so by an alert whose button goes on; or tells by `errors` why it was not
    /// sent. A number in its cool-down gets the same alert.
    ///
    /// Throws what is neither the gateway's nor the cap's doing, after telling the person.
    public func sendCode() async throws -> Effect? {
        isLoading = true
        errors = ""
        defer { isLoading = false }
        let number = NationalNumber(entry.digits)
        do {
            try await signIn.codes.issue(to: number, message: signIn.texts.codeMessage)
        } catch {
            errors = signIn.texts.sendingFailed(error)
            if error is CodeIssuerError { return nil }
            throw error
        }
        sentTo = number
        return .alert(title: signIn.texts.success, message: signIn.texts.codeSent, ok: "continue")
    }

    /// Goes to the screen that asks for the code, for the number that it was sent to.
    public func proceed() -> Effect? {
        sentTo.map { .go(ConfirmCode(signIn, number: $0, fields: entry.fields)) }
    }
}

extension PhoneNumber: Screen {
    /// The names of screens.md.
    public static let bindings = Bindings<PhoneNumber> {
        Field("phoneNumber1", { $0.phoneNumber1 }, change: { $0.change(0, to: $1) })
        Field("phoneNumber2", { $0.phoneNumber2 }, change: { $0.change(1, to: $1) })
        Field("phoneNumber3", { $0.phoneNumber3 }, change: { $0.change(2, to: $1) })
        Output("sendCodeEnabled", \.sendCodeEnabled)
        Output("isLoading", \.isLoading)
        Output("errors", \.errors)
        Kept("entry", \.entry)
        Kept("sentTo", \.sentTo)
        Kept("errors", \.errors)
        Transient("isLoading")
        Action("sendCode", enabled: \.canSendCode) { try await $0.sendCode() }
        Action("continue", enabled: \.canProceed) { $0.proceed() }
    }
}
