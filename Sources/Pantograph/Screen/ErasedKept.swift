/// A kept value, its screen's type erased.
struct ErasedKept: Sendable {
    let name: String
    /// The stored property that it covers.
    let property: String
    let read: @Sendable (AnyObject) -> Value
    /// Nil if the route takes the value. A value of another type changes nothing.
    let write: (@Sendable (AnyObject, Value) -> Void)?
}
