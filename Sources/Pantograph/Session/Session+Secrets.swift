/// Secrets are not stored, so a session that was made anew has none until the client sends them again, which it does
/// after the events that wait (protocol section 5). A tap that needs them, made just before a crash, would be refused
/// as disabled and lost. It is held back until the secrets are here; a script that sends none waits a moment.
extension Session {
    /// What a session made anew waits for.
    struct LostSecrets {
        var held: [(event: Message.Event, number: Int)] = []
        var timer: TimerQueue.ID?
    }

    /// The secrets follow the waiting events in the same breath.
    private static let patience = Duration.milliseconds(300)

    /// Whether the event is held back, or has brought the secrets and all that was held with them.
    func holdForSecrets(_ event: Message.Event, _ number: Int) -> Bool {
        guard let lostSecrets else { return false }
        if case .set(let members) = event, members.contains(where: isSecret) {
            // The secrets first, so that they are there for what was held; then everything in its order.
            for member in members where isSecret(member) {
                if let field = screen.bindings.field(member.name) { _ = screen.set(field: field, to: member.value) }
            }
            releaseHeld()
            return false
        }
        guard !lostSecrets.held.isEmpty || isDisabled(event) else { return false }
        self.lostSecrets?.held.append((event, number))
        if lostSecrets.timer == nil {
            self.lostSecrets?.timer = loop.schedule(at: loop.now.advanced(by: Self.patience)) { [weak self] in
                self?.assumeIsolated { $0.releaseHeld() }
            }
        }
        return true
    }

    /// The number of the last event that was held back.
    var lastHeld: Int { lostSecrets?.held.last?.number ?? 0 }

    private func releaseHeld() {
        guard let lost = lostSecrets else { return }
        lostSecrets = nil
        if let timer = lost.timer { loop.cancel(timer) }
        for (event, number) in lost.held { process(event, number: number) }
        touch()
    }

    private func isSecret(_ member: Value.Member) -> Bool {
        screen.bindings.field(member.name).map { screen.bindings.fields[$0].slot.read == nil } ?? false
    }

    private func isDisabled(_ event: Message.Event) -> Bool {
        switch event {
        case .tap(let name): screen.bindings.action(name).map { !screen.isEnabled(action: $0) } ?? false
        case .return: true
        case .set: false
        }
    }
}
