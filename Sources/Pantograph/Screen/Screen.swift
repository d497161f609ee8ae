/// A view model: a plain class whose one declaration says what it shares with the person who uses it.
///
/// ```swift
/// final class Counter: Screen {
///     private(set) var count = 0
///     func countUp() { count += 1 }
///
///     static let bindings = Bindings<Counter> {
///         Output("count", \.count)
///         Action("countUp") { $0.countUp() }
///     }
/// }
/// ```
/// A session runs its screen on one event loop, async methods included (compile with
/// `NonisolatedNonsendingByDefault`, SE-0461), so a screen needs no locks and no `Sendable`.
public protocol Screen: AnyObject, SendableMetatype {
    /// The screen's name on the wire and in the address of its page.
    /// Without an implementation it is the type's name: `PhoneNumber` is "phone-number".
    static var name: String { get }

    static var bindings: Bindings<Self> { get }
}

extension Screen {
    /// The type's name in lower case, words joined by hyphens.
    public static var name: String {
        var name = ""
        for character in String(describing: Self.self) {
            if character.isUppercase, !name.isEmpty { name.append("-") }
            name.append(character.lowercased())
        }
        return name
    }
}
