/// Bindings, their screen's type erased: generic code would look up its types anew for every value of every frame.
///
/// A class, because every session of the screen refers to it.
final class ErasedBindings: Sendable {
    struct Source: Sendable {
        /// The place among the outputs.
        let output: Int
        let value: @Sendable (AnyObject) -> any SharedSource

        init(output: Int, _ value: @escaping @Sendable (AnyObject) -> any SharedSource) {
            self.output = output
            self.value = value
        }
    }

    let fields: [ErasedField]
    let actions: [ErasedAction]
    let ticks: [ErasedTick]
    let kept: [ErasedKept]
    /// Properties that need not survive.
    let transient: Set<String>
    /// Changes when a field or a kept value comes or goes.
    let fingerprint: Int
    /// What the client shows: the fields, then the outputs.
    let slots: [Slot]
    /// The shared values among the outputs.
    let sources: [Source]
    /// Whether outputs depend on observable properties only.
    let isObserved: Bool
    private let fieldIndex: [String: Int]
    private let actionIndex: [String: Int]

    init(
        of screen: String, fields: [ErasedField], outputs: [Slot], sources: [Source], actions: [ErasedAction],
        ticks: [ErasedTick],
        kept: [ErasedKept], transient: Set<String>, isObserved: Bool
    ) {
        self.isObserved = isObserved
        self.fields = fields
        self.actions = actions
        self.ticks = ticks
        self.sources = sources
        self.kept = kept
        self.transient = transient
        slots = fields.map(\.slot) + outputs
        let names = slots.map(\.name)
        precondition(Set(names).count == names.count, "\(screen) declares a field or output twice: \(names)")
        let actionNames = actions.map(\.name)
        precondition(Set(actionNames).count == actions.count, "\(screen) declares an action twice: \(actionNames)")
        let keptNames = kept.map(\.name)
        precondition(Set(keptNames).count == kept.count, "\(screen) keeps a value twice: \(keptNames)")
        fingerprint = Self.fingerprint(of: fields.map(\.slot.name) + [""] + keptNames)
        fieldIndex = Dictionary(uniqueKeysWithValues: zip(names, fields.indices))
        actionIndex = Dictionary(uniqueKeysWithValues: zip(actionNames, actions.indices))
    }

    /// FNV-1a, because the standard library's hashes differ from process to process.
    private static func fingerprint(of names: [String]) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in names.joined(separator: "\n").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int(hash >> 1)
    }

    var secrets: Set<Int> { Set(fields.indices.filter { fields[$0].isSecret }) }

    func field(_ name: String) -> Int? { fieldIndex[name] }
    func action(_ name: String) -> Int? { actionIndex[name] }
}
