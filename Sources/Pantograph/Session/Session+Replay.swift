/// A session that was made anew gets again, all at once, the events that its client has sent before (protocol
/// section 5). Events that came after the end of some work, or when secrets were there, may find work still under way
/// now, and secrets that come last. They would be refused as disabled, and lost; they wait instead.
extension Session {
    /// What a session made anew waits for.
    struct Replay {
        /// Secrets are not stored, and follow the events that wait. By field.
        var lacking: Set<Int>
        var held: [(event: Message.Event, number: Int)] = []
        var timer: TimerQueue.ID?
    }

    /// For secrets that do not come, which would follow in the same breath, and for the end of the replay.
    private static let patience = Duration.milliseconds(300)

    /// Whether the event has to wait.
    func holdInReplay(_ event: Message.Event, _ number: Int) -> Bool {
        guard let replay else { return false }
        if case .set(let members) = event, !replay.lacking.isEmpty {
            takeSecrets(members)
            goOnWithReplay()
        }
        guard self.replay?.held.isEmpty == false || mustWait(event) else {
            endReplayLater()
            return false
        }
        self.replay?.held.append((event, number))
        endReplayLater()
        return true
    }

    /// The last of the secrets come first, so that they are there for what was held.
    private func takeSecrets(_ members: [Value.Member]) {
        let fields = members.compactMap { screen.bindings.field($0.name) }
        guard let lacking = replay?.lacking, lacking.isSubset(of: fields) else {
            replay?.lacking.subtract(fields)
            return
        }
        replay?.lacking = []
        for (field, member) in zip(fields, members) where screen.bindings.fields[field].isSecret {
            _ = screen.set(field: field, to: member.value)
        }
    }

    /// The number of the last event that was held back.
    var lastHeld: Int { replay?.held.last?.number ?? 0 }

    /// Runs what waits, up to what must wait on.
    func goOnWithReplay() {
        while let (event, number) = replay?.held.first, !mustWait(event) {
            replay?.held.removeFirst()
            run(event, number)
        }
    }

    private func mustWait(_ event: Message.Event) -> Bool {
        guard let replay, !work.isIdle || !replay.lacking.isEmpty else { return false }
        // What this screen does not know may belong to the one that the work leads to.
        let isExpected = !work.isIdle
        return switch event {
        case .tap(let name): screen.bindings.action(name).map { !screen.isEnabled(action: $0) } ?? isExpected
        case .set(let members):
            members.contains { member in
                screen.bindings.field(member.name).map { !screen.isEnabled(field: $0) } ?? isExpected
            }
        case .return(let name):
            screen.bindings.field(name).map { _ in !replay.lacking.isEmpty } ?? isExpected
        }
    }

    private func endReplayLater() {
        if let timer = replay?.timer { loop.cancel(timer) }
        replay?.timer = loop.schedule(at: loop.now.advanced(by: Self.patience)) { [weak self] in
            self?.assumeIsolated { $0.endReplay() }
        }
    }

    private func endReplay() {
        replay?.timer = nil
        replay?.lacking = []
        goOnWithReplay()
        // What still waits does so for work, whose end looks here again.
        if replay?.held.isEmpty == true { replay = nil }
        touch()
    }
}
