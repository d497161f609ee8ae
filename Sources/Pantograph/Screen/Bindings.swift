/// All that a screen shares: fields in, actions in, outputs out, and the ticks that keep outputs true.
///
/// Names are unique within a screen; a repeated one is a programmer's error and traps when the screen is first used.
public struct Bindings<Root: AnyObject>: Sendable {
    /// What the client shows of a field or output.
    struct Slot: Sendable {
        let encodedName: [UInt8]
        /// Nil for a secret field, which is never sent.
        let read: (@Sendable (Root) -> Value)?
    }

    let fields: [Field<Root>]
    private let outputs: [Output<Root>]
    /// The fields, then the outputs.
    let slots: [Slot]
    let actions: [Action<Root>]
    let ticks: [Tick<Root>]
    private let fieldIndex: [String: Int]
    private let actionIndex: [String: Int]

    public init(@BindingsBuilder<Root> _ content: () -> [BindingsBuilder<Root>.Part]) {
        var fields: [Field<Root>] = []
        var outputs: [Output<Root>] = []
        var actions: [Action<Root>] = []
        var ticks: [Tick<Root>] = []
        for part in content() {
            switch part {
            case .field(let field): fields.append(field)
            case .output(let output): outputs.append(output)
            case .action(let action): actions.append(action)
            case .tick(let tick): ticks.append(tick)
            }
        }
        let names = fields.map(\.name) + outputs.map(\.name)
        precondition(Set(names).count == names.count, "\(Root.self) declares a field or output twice: \(names)")
        let actionNames = actions.map(\.name)
        precondition(Set(actionNames).count == actions.count, "\(Root.self) declares an action twice: \(actionNames)")
        self.fields = fields
        self.outputs = outputs
        slots =
            fields.map { Slot(encodedName: FrameBuffer.encoded(name: $0.name), read: $0.isSecret ? nil : $0.read) }
            + outputs.map { Slot(encodedName: FrameBuffer.encoded(name: $0.name), read: $0.read) }
        self.actions = actions
        self.ticks = ticks
        fieldIndex = Dictionary(uniqueKeysWithValues: zip(fields.map(\.name), fields.indices))
        actionIndex = Dictionary(uniqueKeysWithValues: zip(actionNames, actions.indices))
    }

    public var fieldNames: [String] { fields.map(\.name) }
    public var outputNames: [String] { outputs.map(\.name) }
    public var actionNames: [String] { actions.map(\.name) }

    func field(_ name: String) -> Int? { fieldIndex[name] }
    func action(_ name: String) -> Int? { actionIndex[name] }
}

/// Collects the parts of a `Bindings` declaration and lets the compiler infer their root type.
@resultBuilder
public enum BindingsBuilder<Root: AnyObject> {
    public enum Part: Sendable {
        case field(Field<Root>)
        case output(Output<Root>)
        case action(Action<Root>)
        case tick(Tick<Root>)
    }

    public static func buildExpression(_ field: Field<Root>) -> [Part] { [.field(field)] }
    public static func buildExpression(_ output: Output<Root>) -> [Part] { [.output(output)] }
    public static func buildExpression(_ action: Action<Root>) -> [Part] { [.action(action)] }
    public static func buildExpression(_ tick: Tick<Root>) -> [Part] { [.tick(tick)] }
    public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap { $0 } }
    public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap { $0 } }
}
