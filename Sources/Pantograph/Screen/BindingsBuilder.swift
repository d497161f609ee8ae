/// Collects the parts of a `Bindings` declaration and lets the compiler infer their root type.
@resultBuilder
public enum BindingsBuilder<Root: AnyObject> {
    /// One line of a declaration.
    public enum Part: Sendable {
        case field(Field<Root>)
        case output(Output<Root>)
        case action(Action<Root>)
        case tick(Tick<Root>)
        case kept(Kept<Root>)
        case transient(Transient)
    }

    /// A line of the declaration.
    public static func buildExpression(_ field: Field<Root>) -> [Part] { [.field(field)] }
    /// A line of the declaration.
    public static func buildExpression(_ output: Output<Root>) -> [Part] { [.output(output)] }
    /// A line of the declaration.
    public static func buildExpression(_ action: Action<Root>) -> [Part] { [.action(action)] }
    /// A line of the declaration.
    public static func buildExpression(_ tick: Tick<Root>) -> [Part] { [.tick(tick)] }
    /// A line of the declaration.
    public static func buildExpression(_ kept: Kept<Root>) -> [Part] { [.kept(kept)] }
    /// A line of the declaration.
    public static func buildExpression(_ transient: Transient) -> [Part] { [.transient(transient)] }
    /// Lines one after another.
    public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap { $0 } }
    /// Lines made by a loop.
    public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap { $0 } }
}
