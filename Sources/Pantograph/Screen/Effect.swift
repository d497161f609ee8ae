/// What a screen asks for besides new values: returned by actions and by reactions to fields.
public enum Effect {
    /// Moves the focus to a field.
    case focus(String)
    /// A dialog with one button, which taps the action `ok`; without one it only closes.
    case alert(title: String, message: String, ok: String? = nil)
    /// A text for screen readers.
    case announce(String)
    /// Replaces the screen of the session. What the old one still runs is cancelled.
    case go(any Screen)
}
