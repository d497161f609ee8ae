import Synchronization

/// Calls from any thread that gather while others are under way and then go together: as one transaction, in one write.
final class GatheredCalls<Request: Sendable, Reply: Sendable>: Sendable {
    private struct Call {
        let requests: [Request]
        let continuation: CheckedContinuation<[Reply], any Error>
    }

    private let waiting = Mutex<[Call]>([])
    /// How many requests go together, unless a single call has more; what has gathered in a long stop would else have
    /// to be done within one time-out.
    private let limit = 1024

    /// A reply a request, in their order, or what `run` throws. `wake` is called if a `run` has to be started for it,
    /// which it must do elsewhere.
    func submit(_ requests: [Request], wake: () -> Void) async throws -> [Reply] {
        guard !requests.isEmpty else { return [] }
        return try await withCheckedThrowingContinuation { continuation in
            let isFirst = waiting.withLock { waiting in
                waiting.append(Call(requests: requests, continuation: continuation))
                return waiting.count == 1
            }
            if isFirst { wake() }
        }
    }

    /// Answers the calls that wait, all alike if `body` throws. `body` replies to each request, in their order.
    func run(wake: () -> Void, _ body: ([Request]) throws -> [Reply]) {
        let (calls, isMore) = waiting.withLock { waiting in
            var count = 0
            let end = waiting.firstIndex { call in
                count += call.requests.count
                return count > limit
            }
            let calls = waiting[..<max(end ?? waiting.count, min(1, waiting.count))]
            waiting.removeFirst(calls.count)
            return (calls, !waiting.isEmpty)
        }
        // Not at once, so that other work gets its turn.
        if isMore { wake() }
        guard !calls.isEmpty else { return }
        do {
            let replies = try body(calls.flatMap(\.requests))
            var rest = replies[...]
            for call in calls {
                call.continuation.resume(returning: Array(rest.prefix(call.requests.count)))
                rest = rest.dropFirst(call.requests.count)
            }
        } catch {
            for call in calls { call.continuation.resume(throwing: error) }
        }
    }
}
