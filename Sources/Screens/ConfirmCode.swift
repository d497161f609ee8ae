public import Pantograph

/// Asks for the code that was sent to a telephone number.
///
/// Confined to its session. Reached through `PhoneNumber` only.
public final class ConfirmCode {
    private let signIn: SignIn
    private let number: NationalNumber
    /// What the three fields of `PhoneNumber` held, to go back with.
    private let fields: [String]
    private var countdown: Countdown
    private var noteEnd: Instant?
    /// Whether the code has been judged as it stands.
    private var isJudged = false
    private var isVerifying = false
    private var isSending = false

    /// The digits typed so far.
    public private(set) var code = ""
    /// What is wrong, until the code changes; empty if nothing.
    public private(set) var errors = ""

    /// How long the note of a new code stays.
    private static let noteDuration = Duration.seconds(5)

    /// `number` is where the code went; `fields` are the three texts to go back to `PhoneNumber` with.
    public init(_ signIn: SignIn, number: NationalNumber, fields: [String]) {
        self.signIn = signIn
        self.number = number
        self.fields = fields
        countdown = Countdown(of: signIn.codes.resendAfter, from: signIn.clock.now)
    }

    /// As it was kept; nil if that does not suffice.
    convenience init?(_ signIn: SignIn, _ kept: KeptValues) {
        guard let number = kept.value("number", as: NationalNumber.self),
            let fields = kept.value("fields", as: [String].self)
        else { return nil }
        self.init(signIn, number: number, fields: fields)
    }

    /// Where the code went, all but the last four digits hidden.
    public var phone: String { number.masked }
    /// Whether a code is being verified or sent.
    public var isLoading: Bool { isVerifying || isSending }
    /// Whether the code may change.
    public var codeEnabled: Bool { !isVerifying }
    /// Says that a new code is on its way, for five seconds.
    public var note: String {
        if let noteEnd, signIn.clock.now < noteEnd { signIn.texts.newCodeSent } else { "" }
    }
    /// Whole seconds until a new code can be had, rounded up.
    public var newCodeTimer: Int { countdown.secondsLeft(at: signIn.clock.now) }
    /// When a new code can be had; nil once it can.
    public var newCodeDeadline: Instant? { countdown.deadline(at: signIn.clock.now) }
    /// Whether the countdown runs.
    public var codeTimerIsActive: Bool { countdown.isActive(at: signIn.clock.now) }
    /// Whether `getNewCode` may start.
    public var canGetNewCode: Bool { !codeTimerIsActive && !isLoading }

    /// The next moment at which time alone changes an output; nil if none will.
    public var nextChange: Instant? {
        let now = signIn.clock.now
        let ends = [countdown.nextChange(after: now), noteEnd].compactMap { $0 }
        return ends.filter { $0 > now }.min()
    }

    /// Takes the text that the field now shows. `submit` follows.
    ///
    /// A text with the same digits as before changes nothing, so that a wrong code pasted again keeps its error.
    public func change(to text: String) {
        let digits = text.asciiDigits
        let length = signIn.codes.codeLength
        let isTooLong = digits.count > length
        // Above the cap a full field keeps what it had, as on `PhoneNumber`.
        let next = isTooLong ? (code.count == length ? code : String(digits.prefix(length))) : digits
        guard next != code else { return }
        code = next
        errors = ""
        isJudged = false
    }

    /// Verifies the code if the change just made brought it to full length. Synchronous up to the issuer, so that
    /// nothing can change the code meanwhile. Right: goes to `Home`, or to `Profile` if the number has none.
    ///
    /// Throws what kept the issuer or the accounts from answering, after telling the person.
    public func submit() async throws -> Effect? {
        guard code.count == signIn.codes.codeLength, !isJudged, !isVerifying else { return nil }
        isVerifying = true
        isJudged = true
        defer { isVerifying = false }
        countdown = Countdown(of: signIn.codes.resendAfter, from: signIn.clock.now)
        do {
            // First, because a right guess uses the code up: when the accounts do not answer, it can be entered again.
            let person = try await signIn.accounts.person(with: number)
            switch try await signIn.codes.verify(code, of: number, isKnown: person != nil) {
            case .right: return enter(person)
            case .rightOfNewcomer: return enter(nil)
            case .wrong: errors = signIn.texts.codeIsWrong
            case .spent: errors = signIn.texts.codeIsSpent
            }
            return nil
        } catch {
            // Not judged after all: the same code may be entered again.
            isJudged = false
            errors = signIn.texts.failed
            throw error
        }
    }

    private func enter(_ person: Person?) -> Effect {
        guard let person else { return .go(Profile(signIn, number: number)) }
        return .go(Home(signIn, person: person, number: number))
    }

    /// Has a new code sent; `note` tells that it is on its way, or `errors` why not.
    ///
    /// Throws what is neither the gateway's nor the cap's doing, after telling the person.
    public func getNewCode() async throws {
        isSending = true
        errors = ""
        defer { isSending = false }
        do {
            try await signIn.codes.issue(to: number, message: signIn.texts.codeMessage)
        } catch {
            errors = signIn.texts.sendingFailed(error)
            if error is CodeIssuerError { return }
            throw error
        }
        let now = signIn.clock.now
        countdown = Countdown(of: signIn.codes.resendAfter, from: now)
        noteEnd = now.advanced(by: Self.noteDuration)
    }

    /// Goes back to the number, which can be corrected.
    public func changeNumber() -> Effect {
        .go(PhoneNumber(signIn, fields: fields))
    }
}

extension ConfirmCode: Screen {
    /// The names of screens.md.
    public static let bindings = Bindings<ConfirmCode> {
        Field("code", { $0.code }, change: { $0.change(to: $1) })
            .enabled(\.codeEnabled)
            .onChange { try await $0.submit() }
        Output("phone", \.phone)
        Output("isLoading", \.isLoading)
        Output("codeEnabled", \.codeEnabled)
        Output("errors", \.errors)
        Output("note", \.note)
        Output("newCodeTimer", \.newCodeTimer)
        Output("newCodeDeadline", \.newCodeDeadline)
        Output("codeTimerIsActive", \.codeTimerIsActive)
        Kept("number", stored: \.number)
        Kept("fields", stored: \.fields)
        Kept("countdown", \.countdown)
        Kept("noteEnd", \.noteEnd)
        Kept("isJudged", \.isJudged)
        Kept("errors", \.errors)
        Transient("isVerifying", "isSending")
        Action("getNewCode", enabled: \.canGetNewCode) { try await $0.getNewCode() }
        Action("changeNumber") { $0.changeNumber() }
        Tick(at: \.nextChange)
    }
}
