import Pantograph

/// The end of one loop's connections: told to leave a few at a time in random order, so that the servers that they go to
/// are not overrun, and closed after a while in any case.
///
/// Confined to its loop.
final class Drain {
    private var connections: Set<Connection>
    /// Who has not been told yet.
    private var staying: [Connection]
    private let time: Duration
    private let loop: EventLoop
    private var whenOver: (() -> Void)?

    private static let step = Duration.milliseconds(20)
    /// So many leave in a second, if there is time for it. Faster than they can come back, because who finds nobody
    /// listening waits longer each time; the next server spreads them by its own pace of accepting.
    private static let rate = 40_000
    /// When so many have not answered yet, a quarter of that rate has to do: libwebsockets walks through a list of all who
    /// are closing for each one that it adds, and a loop that does nothing else hears no answers.
    private static let window = 300
    /// Nobody waits longer for a client that does not answer a close frame.
    private static let closingPatience = Duration.seconds(1)

    /// `time` is for all: leaving, saving, and clients that do not go.
    init(_ connections: Set<Connection>, within time: Duration, on loop: EventLoop) {
        self.connections = connections
        staying = connections.shuffled()
        self.time = time
        self.loop = loop
    }

    /// Calls `body` once all connections have ended or had their time.
    func begin(_ body: @escaping () -> Void) {
        whenOver = body
        guard !connections.isEmpty else { return finish() }
        let spread = min(time * 0.4, .seconds(1) * connections.count / Self.rate)
        let steps = max(1, Int(spread / Self.step))
        leave((connections.count + steps - 1) / steps)
        loop.schedule(after: time * 0.7) { [weak self] in self?.close() }
        let patience = min(time * 0.9, spread + Self.closingPatience)
        loop.schedule(after: patience) { [weak self] in self?.finishIfClosed() }
    }

    func ended(_ connection: Connection) {
        connections.remove(connection)
        if connections.isEmpty { finish() }
    }

    private func leave(_ most: Int) {
        let unanswered = connections.count - staying.count
        let count = min(staying.count, max(most / 4, min(most, Self.window - unanswered)))
        for connection in staying.suffix(count) { connection.leave() }
        staying.removeLast(count)
        if !staying.isEmpty { loop.schedule(after: Self.step) { [weak self] in self?.leave(most) } }
    }

    private func close() {
        for connection in connections { connection.close(.goingAway) }
    }

    /// What is left are clients that do not read.
    private func finishIfClosed() {
        if connections.allSatisfy(\.isClosed) { return finish() }
        loop.schedule(after: .milliseconds(100)) { [weak self] in self?.finishIfClosed() }
    }

    private func finish() {
        whenOver?()
        whenOver = nil
    }
}
