/// The clock of view models and services: the production loop's in a server, a virtual one in a test.
///
/// Within one turn of an event loop, `now` stands still, so that everything a frame tells belongs to one moment.
public struct SessionClock: Clock {
    private let loop: any SessionLoop

    /// The clock of `loop`.
    public init(_ loop: any SessionLoop) {
        self.loop = loop
    }

    /// The present moment; within a turn it stands still.
    public var now: Instant { loop.now }

    /// Timers are set in whole milliseconds.
    public var minimumResolution: Duration { .milliseconds(1) }

    /// Suspends until `deadline`. Throws `CancellationError` if the task is cancelled first.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await Sleep(until: deadline, on: loop).wait()
    }
}
