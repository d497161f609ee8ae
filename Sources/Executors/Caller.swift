import Synchronization

/// Whoever waits for a job: resumed once, by the job or by its own cancellation.
final class Caller<Result: Sendable>: Sendable {
    private enum State {
        case coming
        case waiting(CheckedContinuation<Result, any Error>)
        case resumed
        /// Before it could wait.
        case cancelled(any Error)
    }

    private let state = Mutex(State.coming)

    var isWaiting: Bool {
        state.withLock { if case .waiting = $0 { true } else { false } }
    }

    func wait(_ continuation: CheckedContinuation<Result, any Error>) {
        let error: (any Error)? = state.withLock { state in
            if case .cancelled(let error) = state { return error }
            state = .waiting(continuation)
            return nil
        }
        if let error { continuation.resume(throwing: error) }
    }

    func resume(with result: Swift.Result<Result, any Error>) {
        let continuation: CheckedContinuation<Result, any Error>? = state.withLock { state in
            switch state {
            case .waiting(let continuation):
                state = .resumed
                return continuation
            case .coming:
                if case .failure(let error) = result { state = .cancelled(error) }
                return nil
            case .resumed, .cancelled:
                return nil
            }
        }
        continuation?.resume(with: result)
    }
}
