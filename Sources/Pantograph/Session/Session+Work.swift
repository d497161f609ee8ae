extension Session {
    /// Runs what the screen declares for `trigger`: code that cannot wait to its end, other code to its first wait.
    func run(_ trigger: Trigger, _ number: Int?) {
        switch screen.body(of: trigger) {
        case nil:
            break
        case .sync(let body)?:
            do {
                apply(try screen.perform(body))
            } catch {
                fail(error, number)
            }
        case .async(let body)?:
            let run = work.begin(trigger)
            let task = start { Task.immediate(executorPreference: loop) { await self.perform(body, number, run) } }
            work.setTask(task, of: run)
        }
    }

    private func perform(_ body: @Sendable (AnyObject) async throws -> Effect?, _ number: Int?, _ run: Int) async {
        do {
            let event = number.map { EventID(session: id.text, number: $0) }
            let effect = try await EventID.$current.withValue(event) {
                try await ClientAddress.$current.withValue(peer?.address) { try await screen.perform(body) }
            }
            if !Task.isCancelled { apply(effect) }
        } catch {
            if !Task.isCancelled { fail(error, number) }
        }
        guard let next = work.end(run), case .action(let action) = next.trigger else { return }
        if self.screen.isEnabled(action: action) {
            self.run(next.trigger, next.number)
        } else {
            refuse(.disabled, next.number, "not enabled any more")
        }
    }

    /// Starts the debounced work of a field anew.
    func runLatest(_ field: Int) {
        guard let latest = screen.bindings.fields[field].latest else { return }
        let number = lastEvent
        let run = work.beginLatest(of: field)
        let task = start {
            Task.immediate(executorPreference: loop) { await self.perform(latest, of: field, number, run) }
        }
        work.setLatest(task, of: field, run)
    }

    private func perform(_ latest: ErasedField.Latest, of field: Int, _ number: Int, _ run: Int) async {
        let screen = screen
        do {
            try await SessionClock(loop).sleep(for: latest.delay)
            let apply = try await screen.perform(latest)
            if !Task.isCancelled { apply() }
        } catch {
            if !Task.isCancelled { fail(error, number) }
        }
        work.endLatest(of: field, run)
    }

    private func apply(_ effect: Effect?) {
        guard let effect else { return }
        if case .go(let next) = effect {
            show(next)
        } else if let entry = effects.append(effect), peer != nil {
            outbox.effects.append(entry)
        }
    }

    /// Replaces the screen; the client forgets all that it knew of the old one.
    private func show(_ next: any Screen) {
        work.cancelAll(on: loop)
        for source in screen.sources { source.remove(self) }
        screen = mount(next)
        replay?.lacking = []
        guard peer != nil else { return }
        for source in screen.sources { source.add(self) }
        forgetWhatIsShown()
        outbox.isNewScreen = true
    }

    private func fail(_ error: any Error, _ number: Int?) {
        let alerted = error as? AlertedError
        if let alerted { apply(.alert(title: alerted.title, message: alerted.message)) }
        let id = String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
        lobby.log(
            LogEvent(
                .error, "screen failed", ("id", .text(id)), ("screen", .text(screen.name)),
                ("error", .text(String(describing: alerted?.reason ?? error)))))
        outbox.refusals.append(
            Refusal(
                code: .failed, number: number, id: id,
                message: "\(screen.name) failed; the log tells more under this id"))
    }

    /// Sets the timer for the screen's next tick. Ticks rest while nobody is connected.
    func scheduleTick() {
        let next = screen.nextTick(after: loop.now)
        if next?.time == work.tick?.time { return }
        work.cancelTick(on: loop)
        guard let next else { return }
        let timer = loop.schedule(at: next.time) { [weak self] in
            self?.assumeIsolated { $0.runTicks(next.ticks) }
        }
        work.setTick((next.time, timer))
    }

    private func runTicks(_ ticks: [Int]) {
        work.setTick(nil)
        let screen = screen
        for tick in ticks where screen.isSame(as: self.screen) {
            if screen.body(of: .tick(tick)) != nil { noteChange() }
            run(.tick(tick), nil)
        }
        touch()
    }
}
