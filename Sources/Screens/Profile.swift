public import Pantograph

/// Takes what a person wants to be known by.
///
/// Confined to its session. After a sign-in it belongs to a telephone number; opened on its own, to nobody.
public final class Profile {
    private enum Owner {
        case nobody(Texts)
        case number(NationalNumber, SignIn)
    }

    private let owner: Owner
    private var isSaving = false

    /// The person's name; needed.
    public var name = "" {
        didSet { note = "" }
    }
    /// Empty or the address of a page, as typed.
    public var url = "" {
        didSet { note = "" }
    }
    /// Some words about the person; may have several lines.
    public var desc = "" {
        didSet { note = "" }
    }
    /// Says what became of `save`, until the next change; empty before.
    public private(set) var note = ""
    /// What was saved without a sign-in: it lives as long as the session.
    public private(set) var kept: Person?

    /// A profile on its own.
    public init(texts: Texts) {
        owner = .nobody(texts)
    }

    /// The profile of a number that has just signed in.
    public init(_ signIn: SignIn, number: NationalNumber) {
        owner = .number(number, signIn)
    }

    /// After a sign-in, as it was kept; nil if it was on its own.
    convenience init?(_ signIn: SignIn, _ kept: KeptValues) {
        guard let number = kept.value("number", as: NationalNumber.self) else { return nil }
        self.init(signIn, number: number)
    }

    private var number: NationalNumber? {
        if case .number(let number, _) = owner { number } else { nil }
    }

    private var texts: Texts {
        switch owner {
        case .nobody(let texts): texts
        case .number(_, let signIn): signIn.texts
        }
    }

    private var isUrlValid: Bool { url.isBlank || WebAddress(url) != nil }

    /// Whether `save` may start: the name is not blank.
    public var saveEnabled: Bool { !name.isBlank }
    /// What is wrong with `url`; empty if it is empty or an http(s) URL with a host.
    public var invalidUrl: String { isUrlValid ? "" : texts.urlIsInvalid }

    /// On its own, keeps the profile and says so. After a sign-in, stores it and goes to `Home`; with an invalid `url`
    /// it moves the focus there instead, because what is stored may become a link.
    ///
    /// Throws what kept the accounts from storing it, after telling the person.
    public func save() async throws -> Effect? {
        let person = Person(name: name, address: WebAddress(url), about: desc)
        switch owner {
        case .nobody(let texts):
            kept = person
            note = texts.profileSaved
            return nil
        case .number(let number, let signIn):
            guard isUrlValid else { return .focus("url") }
            // Return and the button are two ways to one saving.
            guard !isSaving else { return nil }
            isSaving = true
            note = ""
            defer { isSaving = false }
            do {
                try await signIn.accounts.save(person, with: number)
            } catch {
                note = signIn.texts.failed
                throw error
            }
            return .go(Home(signIn, person: person, number: number))
        }
    }
}

extension Profile: Screen {
    /// The names of screens.md.
    public static let bindings = Bindings<Profile> {
        Field("name", \.name).onReturn { _ in .focus("url") }
        Field("url", \.url).onReturn { _ in .focus("desc") }
        Field("desc", \.desc).onReturn { $0.saveEnabled ? try await $0.save() : nil }
        Output("saveEnabled", \.saveEnabled)
        Output("note", \.note)
        Output("invalidUrl", \.invalidUrl)
        Kept("note", \.note)
        Kept("kept", \.kept)
        Kept("number", stored: \.number)
        Transient("isSaving")
        Action("save", enabled: \.saveEnabled) { try await $0.save() }
    }
}
