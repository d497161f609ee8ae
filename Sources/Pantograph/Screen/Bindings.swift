public import Observation

/// All that a screen shares: fields in, actions in, outputs out, the ticks that keep outputs true, and what is kept
/// beside the fields.
///
/// Names are unique within a screen; a repeated one is a programmer's error and traps when the screen is first used.
public struct Bindings<Root: AnyObject>: Sendable {
    let erased: ErasedBindings

    /// Lists fields, outputs, actions and ticks in any order.
    public init(@BindingsBuilder<Root> _ content: () -> [BindingsBuilder<Root>.Part]) {
        self.init(content(), isObserved: false)
    }

    fileprivate init(_ parts: [BindingsBuilder<Root>.Part], isObserved: Bool) {
        var fields: [ErasedField] = []
        var outputs: [Slot] = []
        var sources: [ErasedBindings.Source] = []
        var actions: [ErasedAction] = []
        var ticks: [ErasedTick] = []
        var kept: [ErasedKept] = []
        var transient: Set<String> = []
        for part in parts {
            switch part {
            case .field(let field): fields.append(field.erased)
            case .output(let output):
                outputs.append(output.slot)
                if let source = output.source { sources.append(.init(output: outputs.count - 1, source)) }
            case .action(let action): actions.append(action.erased)
            case .tick(let tick): ticks.append(tick.erased)
            case .kept(let value): kept.append(value.erased)
            case .transient(let names): transient.formUnion(names.properties)
            }
        }
        erased = ErasedBindings(
            of: "\(Root.self)", fields: fields, outputs: outputs, sources: sources, actions: actions, ticks: ticks,
            kept: kept, transient: transient, isObserved: isObserved)
    }

    /// The names of the fields, as declared.
    public var fieldNames: [String] { erased.fields.map(\.slot.name) }
    /// The names of the outputs, as declared.
    public var outputNames: [String] { erased.slots.dropFirst(erased.fields.count).map(\.name) }
    /// The names of the actions, as declared.
    public var actionNames: [String] { erased.actions.map(\.name) }
}

extension Bindings where Root: Observable {
    /// For wide screens: outputs are read again only if something that they read has changed.
    ///
    /// The outputs must read nothing but shared values and observable properties of the screen, directly or through others: what the
    /// Observation framework does not see, such as the time, would not be noticed.
    public static func observed(
        @BindingsBuilder<Root> _ content: () -> [BindingsBuilder<Root>.Part]
    ) -> Bindings<Root> {
        Bindings(content(), isObserved: true)
    }
}
