public import Pantograph

/// Where a sign-in leads to.
///
/// Confined to its session. Reached through `ConfirmCode` or `Profile` only.
public final class Home {
    private let signIn: SignIn
    private let person: Person
    private let number: NationalNumber

    /// `person` is the profile of `number`, which has signed in.
    public init(_ signIn: SignIn, person: Person, number: NationalNumber) {
        self.signIn = signIn
        self.person = person
        self.number = number
    }

    /// As it was kept; nil if that does not suffice.
    convenience init?(_ signIn: SignIn, _ kept: KeptValues) {
        guard let person = kept.value("person", as: Person.self),
            let number = kept.value("number", as: NationalNumber.self)
        else { return nil }
        self.init(signIn, person: person, number: number)
    }

    /// A welcome with the person's name.
    public var greeting: String { signIn.texts.greeting(person.name) }
    /// Who is signed in, all but the last four digits hidden.
    public var phone: String { number.masked }

    /// Forgets who it was and starts anew.
    public func signOut() -> Effect {
        .go(PhoneNumber(signIn))
    }
}

extension Home: Screen {
    /// The names of screens.md.
    public static let bindings = Bindings<Home> {
        Output("greeting", \.greeting)
        Output("phone", \.phone)
        Kept("person", stored: \.person)
        Kept("number", stored: \.number)
        Action("signOut") { $0.signOut() }
    }
}
