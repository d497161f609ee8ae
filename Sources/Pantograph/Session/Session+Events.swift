extension Session {
    /// Takes an event, which may have to wait, and owes its acknowledgement.
    func process(_ event: Message.Event, number: Int?) {
        let number = number ?? max(lastEvent, lastHeld) + 1
        guard number <= Message.largestNumber else {
            return outbox.refusals.append(Refusal(code: .malformed, message: "no event number is left"))
        }
        guard number > lastHeld else { return }
        if number > lastEvent, holdInReplay(event, number) { return }
        run(event, number)
    }

    /// Runs an event unless it is a repeat.
    func run(_ event: Message.Event, _ number: Int) {
        outbox.owesAck = true
        guard number > lastEvent else { return }
        if let seen = seenElsewhere {
            // Events that come again bring the same effects again, under the same ids. Without them, after a reload, new
            // effects must not look like those that the client has seen.
            if number > lastEvent + 1 { effects.skip(to: seen) }
            seenElsewhere = nil
        }
        lastEvent = number
        noteChange()
        isInEvent = true
        switch event {
        case .set(let members):
            for member in members { change(member, number) }
        case .tap(let name):
            tap(name, number)
        case .return(let name):
            returnKey(name, number)
        }
        isInEvent = false
        if work.hasEnded { noteWork() }
    }

    private func change(_ member: Value.Member, _ number: Int) {
        guard let field = screen.bindings.field(member.name) else { return refuseField(member.name, number) }
        // The client shows what it sent. If that was not taken, the server's own value differs by definition.
        guard screen.isEnabled(field: field) else {
            known[field] = nil
            return refuse(.disabled, number, "\(member.name) takes no changes now", field: member.name)
        }
        switch screen.set(field: field, to: member.value) {
        case .taken:
            known[field] = member.value
            run(.change(field: field), number)
            runLatest(field)
        case .wrongType:
            known[field] = nil
            refuse(.wrongType, number, "\(member.name) has another type", field: member.name)
        case .tooLong:
            known[field] = nil
            refuse(.tooLong, number, "\(member.name) is above its limit", field: member.name)
        }
    }

    private func tap(_ name: String, _ number: Int) {
        guard let action = screen.bindings.action(name) else {
            return refuse(.unknownAction, number, unknown("action", name, screen.bindings.actions.map(\.name)))
        }
        let trigger = Trigger.action(action)
        if work.isRunning(trigger) {
            switch screen.bindings.actions[action].whileRunning {
            case .ignore: return refuse(.busy, number, "\(name) is still running")
            case .queue: return work.queue(trigger, number)
            case .restart: work.cancel(trigger)
            }
        }
        guard screen.isEnabled(action: action) else { return refuse(.disabled, number, "\(name) is not enabled now") }
        run(trigger, number)
    }

    private func returnKey(_ name: String, _ number: Int) {
        guard let field = screen.bindings.field(name) else { return refuseField(name, number) }
        if screen.isEnabled(field: field) { run(.returnKey(field: field), number) }
    }

    private func refuseField(_ name: String, _ number: Int) {
        refuse(.unknownField, number, unknown("field", name, screen.bindings.fields.map(\.slot.name)), field: name)
    }

    private func unknown(_ kind: String, _ name: String, _ declared: [String]) -> String {
        let nearest = NearestName.find(for: name, among: declared).map { "; the nearest is \($0)" } ?? ""
        return "\(screen.name) has no such \(kind)\(nearest)"
    }

    func refuse(_ code: Refusal.Code, _ number: Int?, _ message: String, field: String? = nil) {
        outbox.refusals.append(Refusal(code: code, number: number, field: field, message: message))
    }
}
