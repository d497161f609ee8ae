import Dispatch
import Executors
import Foundation
import Testing

@Suite struct ThreadPoolSpecs {
    struct Stop: Error {}

    private let pool = ThreadPool("test", threads: 1, limit: 2, niceness: 19)

    @Test func `a job's result and its error come back`() async throws {
        #expect(try await pool.run { 1 } == 1)
        await #expect(throws: Stop.self) { try await pool.run { throw Stop() } }
    }

    @Test func `beyond the limit nothing is taken, and who goes makes room for others`() async throws {
        let (begun, goOn) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
        let ran = AsyncStream<Int>.makeStream()
        let first = Task {
            try await pool.run {
                begun.continuation.yield()
                goOn.wait()
            }
        }
        for await _ in begun.stream { break }

        let second = Task.immediate { try await pool.run { _ = ran.continuation.yield(2) } }
        let third = Task.immediate { try await pool.run { _ = ran.continuation.yield(3) } }
        await #expect(throws: ThreadPool.Full.self) { try await pool.run {} }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        let fourth = Task.immediate { try await pool.run { _ = ran.continuation.yield(4) } }
        goOn.signal()
        for task in [first, third, fourth] { try await task.value }

        ran.continuation.finish()
        #expect(await ran.stream.reduce(into: []) { $0.append($1) } == [3, 4])
        try await pool.run {}
    }

    @Test func `who was cancelled before waits for nothing`() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await pool.run {}
        }

        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `threads have the priority that is asked for`() async throws {
        let line = try await pool.run { try String(contentsOfFile: "/proc/thread-self/stat", encoding: .utf8) }

        // proc(5): the 19th field is the niceness; the second ends with the only parenthesis that a blank follows.
        let fields = try #require(line.split(separator: ") ").last).split(separator: " ")
        #expect(fields[16] == "19")
    }
}
