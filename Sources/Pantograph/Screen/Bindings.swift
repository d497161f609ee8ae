/// All that a screen shares: fields in, actions in, outputs out, and the ticks that keep outputs true.
///
/// Names are unique within a screen; a repeated one is a programmer's error and traps when the screen is first used.
public struct Bindings<Root: AnyObject>: Sendable {
    let erased: ErasedBindings

    /// Lists fields, outputs, actions and ticks in any order.
    public init(@BindingsBuilder<Root> _ content: () -> [BindingsBuilder<Root>.Part]) {
        var fields: [ErasedField] = []
        var outputs: [Slot] = []
        var actions: [ErasedAction] = []
        var ticks: [ErasedTick] = []
        for part in content() {
            switch part {
            case .field(let field): fields.append(field.erased)
            case .output(let output): outputs.append(output.slot)
            case .action(let action): actions.append(action.erased)
            case .tick(let tick): ticks.append(tick.erased)
            }
        }
        erased = ErasedBindings(of: "\(Root.self)", fields: fields, outputs: outputs, actions: actions, ticks: ticks)
    }

    /// The names of the fields, as declared.
    public var fieldNames: [String] { erased.fields.map(\.slot.name) }
    /// The names of the outputs, as declared.
    public var outputNames: [String] { erased.slots.dropFirst(erased.fields.count).map(\.name) }
    /// The names of the actions, as declared.
    public var actionNames: [String] { erased.actions.map(\.name) }
}

/// Collects the parts of a `Bindings` declaration and lets the compiler infer their root type.
@resultBuilder
public enum BindingsBuilder<Root: AnyObject> {
    /// One line of a declaration.
    public enum Part: Sendable {
        case field(Field<Root>)
        case output(Output<Root>)
        case action(Action<Root>)
        case tick(Tick<Root>)
    }

    /// A line of the declaration.
    public static func buildExpression(_ field: Field<Root>) -> [Part] { [.field(field)] }
    /// A line of the declaration.
    public static func buildExpression(_ output: Output<Root>) -> [Part] { [.output(output)] }
    /// A line of the declaration.
    public static func buildExpression(_ action: Action<Root>) -> [Part] { [.action(action)] }
    /// A line of the declaration.
    public static func buildExpression(_ tick: Tick<Root>) -> [Part] { [.tick(tick)] }
    /// Lines one after another.
    public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap { $0 } }
    /// Lines made by a loop.
    public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap { $0 } }
}
