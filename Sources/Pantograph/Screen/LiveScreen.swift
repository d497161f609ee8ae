/// A view model with its bindings, as its session runs it. Confined to the session.
///
/// Slots number what the client shows: the fields first, then the outputs.
struct LiveScreen {
    let name: String
    let bindings: ErasedBindings
    /// Of the type that the bindings were declared for.
    private let model: AnyObject
    /// Nil if every slot is read every time.
    private let observed: ObservedSlots?

    init<Root: Screen>(_ model: Root) {
        self.model = model
        name = Root.name
        bindings = Root.bindings.erased
        observed = bindings.isObserved ? ObservedSlots(bindings.fields.count..<bindings.slots.count) : nil
    }

    func isSame(as other: LiveScreen) -> Bool { model === other.model }

    func isEnabled(field: Int) -> Bool { bindings.fields[field].isEnabled?(model) ?? true }
    func isEnabled(action: Int) -> Bool { bindings.actions[action].isEnabled(model) }
    func set(field: Int, to value: Value) -> FieldAcceptance { bindings.fields[field].accept(value, by: model) }

    func body(of trigger: Trigger) -> Body? {
        switch trigger {
        case .action(let index): bindings.actions[index].body
        case .change(let field): bindings.fields[field].change
        case .returnKey(let field): bindings.fields[field].returnKey
        case .tick(let index): bindings.ticks[index].body
        }
    }

    func perform(_ body: @Sendable (AnyObject) throws -> Effect?) throws -> Effect? {
        try body(model)
    }

    func perform(_ body: @Sendable (AnyObject) async throws -> Effect?) async throws -> Effect? {
        try await body(model)
    }

    /// Does the field's `latest` work and returns the change to make.
    func perform(_ latest: ErasedField.Latest) async throws -> () -> Void {
        let apply = try await latest.work(model)
        return { [model] in apply(model) }
    }

    /// The shared values that the screen shows.
    var sources: [any SharedSource] { bindings.sources.map { $0.value(model) } }

    /// Every field that is not secret, with its value.
    var fieldValues: [Value.Member] {
        bindings.fields.compactMap { field in
            field.slot.read.map { Value.Member(field.slot.name, $0(model)) }
        }
    }

    /// What is kept beside the fields.
    var keptValues: [Value.Member] {
        bindings.kept.map { Value.Member($0.name, $0.read(model)) }
    }

    /// Gives a new screen what an older one held, as far as it fits: the fields, then what was kept.
    func restore(fields: [Value.Member], kept: [Value.Member]) {
        for member in fields {
            guard let index = bindings.field(member.name), let read = bindings.fields[index].slot.read else { continue }
            // What a screen does at a change belongs to changes.
            if read(model) != member.value { _ = bindings.fields[index].write(model, member.value) }
        }
        for value in bindings.kept {
            if let member = kept.last(where: { $0.name == value.name }) { value.write?(model, member.value) }
        }
    }

    /// The stored properties that would be forgotten when the session moves.
    var forgottenProperties: [String] {
        // By both names, because the key path of a property with observers does not tell the property's.
        let covered = bindings.transient.union(bindings.fields.flatMap { [$0.property, $0.slot.name] })
            .union(bindings.kept.flatMap { [$0.property, $0.name] })
        return Property.stateNames(of: model).filter { !covered.contains($0) }
    }

    /// The earliest moment after `now` at which a tick is due, and which ones are due then.
    func nextTick(after now: Instant) -> (time: Instant, ticks: [Int])? {
        var next: (time: Instant, ticks: [Int])?
        for (index, tick) in bindings.ticks.enumerated() {
            guard let time = tick.next(model, now), time > now else { continue }
            if let earliest = next, earliest.time < time { continue }
            if next?.time == time { next?.ticks.append(index) } else { next = (time, [index]) }
        }
        return next
    }

    /// Writes the slots whose value differs from `known`, and notes there that the client knows them now.
    /// `isWhole` says that the client knows nothing.
    func writeChanges(to frame: inout FrameBuffer, known: inout [Value?], now: Instant, isWhole: Bool) {
        guard let observed else {
            return write(bindings.slots.indices, to: &frame, known: &known, now: now)
        }
        write(bindings.fields.indices, to: &frame, known: &known, now: now)
        observed.forEachChanged(orAll: isWhole) { write($0, to: &frame, known: &known, now: now) }
        // Shared values change without the framework's knowledge.
        for source in bindings.sources {
            let slot = bindings.fields.count + source.output
            write(slot..<slot + 1, to: &frame, known: &known, now: now)
        }
    }

    private func write(_ slots: Range<Int>, to frame: inout FrameBuffer, known: inout [Value?], now: Instant) {
        for index in slots {
            let slot = bindings.slots[index]
            guard let value = slot.read?(model), known[index] != value else { continue }
            known[index] = value
            frame.name(encoded: slot.encodedName)
            frame.value(value, now: now)
        }
    }
}
