/// What can make a screen's code run.
enum Trigger: Hashable, Sendable {
    case action(Int)
    case change(field: Int)
    case returnKey(field: Int)
    case tick(Int)
}
