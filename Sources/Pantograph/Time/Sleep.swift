import Synchronization

/// One pending `sleep`: resumed by a timer of the loop or by cancellation, whichever comes first.
final class Sleep: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Void, any Error>)
        case over
    }

    private let deadline: Instant
    private let loop: any SessionLoop
    private let state = Mutex(State.new)

    init(until deadline: Instant, on loop: any SessionLoop) {
        self.deadline = deadline
        self.loop = loop
    }

    func wait() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    if case .over = state { return true }
                    state = .waiting(continuation)
                    return false
                }
                if isOver {
                    continuation.resume(throwing: CancellationError())
                } else {
                    start()
                }
            }
        } onCancel: {
            finish(.failure(CancellationError()))
        }
    }

    /// Sets the timer; timers belong to the loop's own thread. A cancelled sleep's timer stays and finds nothing to do.
    private func start() {
        let start: @Sendable () -> Void = { [self] in
            _ = loop.schedule(at: deadline) { self.finish(.success(())) }
        }
        if loop.isCurrent { start() } else { loop.execute(start) }
    }

    private func finish(_ result: Result<Void, any Error>) {
        let continuation: CheckedContinuation<Void, any Error>? = state.withLock { state in
            defer { state = .over }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        continuation?.resume(with: result)
    }
}
