/// An action, its screen's type erased.
struct ErasedAction: Sendable {
    let name: String
    let isEnabled: @Sendable (AnyObject) -> Bool
    let whileRunning: WhileRunning
    let body: Body
}
