import Glibc

/// A thread of the operating system, for an event loop.
enum Thread {
    private final class Start {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    static func start(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let start = Unmanaged.passRetained(Start(body)).toOpaque()
        let result = pthread_create(
            &thread, nil,
            { start in
                if let start { Unmanaged<Start>.fromOpaque(start).takeRetainedValue().body() }
                return nil
            }, start)
        precondition(result == 0, "the system gives no thread")
        pthread_detach(thread)
    }
}
