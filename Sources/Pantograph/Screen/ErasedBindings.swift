/// Bindings, their screen's type erased: generic code would look up its types anew for every value of every frame.
///
/// A class, because every session of the screen refers to it.
final class ErasedBindings: Sendable {
    let fields: [ErasedField]
    let actions: [ErasedAction]
    let ticks: [ErasedTick]
    /// What the client shows: the fields, then the outputs.
    let slots: [Slot]
    /// Whether outputs depend on observable properties only.
    let isObserved: Bool
    private let fieldIndex: [String: Int]
    private let actionIndex: [String: Int]

    init(
        of screen: String, fields: [ErasedField], outputs: [Slot], actions: [ErasedAction], ticks: [ErasedTick],
        isObserved: Bool
    ) {
        self.isObserved = isObserved
        self.fields = fields
        self.actions = actions
        self.ticks = ticks
        slots = fields.map(\.slot) + outputs
        let names = slots.map(\.name)
        precondition(Set(names).count == names.count, "\(screen) declares a field or output twice: \(names)")
        let actionNames = actions.map(\.name)
        precondition(Set(actionNames).count == actions.count, "\(screen) declares an action twice: \(actionNames)")
        fieldIndex = Dictionary(uniqueKeysWithValues: zip(names, fields.indices))
        actionIndex = Dictionary(uniqueKeysWithValues: zip(actionNames, actions.indices))
    }

    func field(_ name: String) -> Int? { fieldIndex[name] }
    func action(_ name: String) -> Int? { actionIndex[name] }
}
