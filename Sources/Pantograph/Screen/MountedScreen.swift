/// The one implementation of `LiveScreen`: a view model with its bindings.
final class MountedScreen<Root: Screen>: LiveScreen {
    private let model: Root
    private let bindings: Bindings<Root>

    init(_ model: Root) {
        self.model = model
        bindings = Root.bindings
    }

    var name: String { Root.name }
    var fieldNames: [String] { bindings.fieldNames }
    var actionNames: [String] { bindings.actionNames }
    var slotCount: Int { bindings.slots.count }

    func field(_ name: String) -> Int? { bindings.field(name) }
    func action(_ name: String) -> Int? { bindings.action(name) }
    func isEnabled(field: Int) -> Bool { bindings.fields[field].isEnabled(model) }
    func isEnabled(action: Int) -> Bool { bindings.actions[action].isEnabled(model) }
    func whileRunning(action: Int) -> WhileRunning { bindings.actions[action].whileRunning }
    func set(field: Int, to value: Value) -> FieldAcceptance { bindings.fields[field].accept(value, by: model) }
    func latestDelay(field: Int) -> Duration? { bindings.fields[field].latest?.delay }

    private func body(of trigger: Trigger) -> Body<Root>? {
        switch trigger {
        case .action(let index): bindings.actions[index].body
        case .change(let field): bindings.fields[field].change
        case .returnKey(let field): bindings.fields[field].returnKey
        case .tick(let index): bindings.ticks[index].body
        }
    }

    func kind(of trigger: Trigger) -> TriggerKind {
        guard let body = body(of: trigger) else { return .none }
        return body.isAsync ? .async : .sync
    }

    func perform(_ trigger: Trigger) throws -> Effect? {
        guard case .sync(let body) = body(of: trigger) else { preconditionFailure("\(trigger) of \(name) may wait") }
        return try body(model)
    }

    func performAsync(_ trigger: Trigger) async throws -> Effect? {
        guard case .async(let body) = body(of: trigger) else { preconditionFailure("\(trigger) of \(name) cannot wait") }
        return try await body(model)
    }

    func latest(field: Int) async throws -> () -> Void {
        guard let latest = bindings.fields[field].latest else { preconditionFailure("field \(field) of \(name) has none") }
        let apply = try await latest.work(model)
        return { [model] in apply(model) }
    }

    func nextTick(after now: Instant) -> (time: Instant, ticks: [Int])? {
        var next: (time: Instant, ticks: [Int])?
        for index in bindings.ticks.indices {
            guard let time = bindings.ticks[index].next(model, now), time > now else { continue }
            if let earliest = next, earliest.time < time { continue }
            if next?.time == time { next?.ticks.append(index) } else { next = (time, [index]) }
        }
        return next
    }

    func writeChanges(to frame: inout FrameBuffer, known: inout [Value?], now: Instant) {
        for slot in bindings.slots.indices {
            // By index, because iterating a generic sequence costs more than all the rest.
            guard let read = bindings.slots[slot].read else { continue }
            let value = read(model)
            if known[slot] == value { continue }
            known[slot] = value
            frame.name(encoded: bindings.slots[slot].encodedName)
            frame.value(value, now: now)
        }
    }
}
