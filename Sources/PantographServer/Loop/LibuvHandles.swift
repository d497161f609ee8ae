import CLibuv

/// A libuv loop with the handles that an event loop needs. Confined to the loop's thread.
final class LibuvHandles {
    private let loop = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)  // C keeps the address
    private let check = UnsafeMutablePointer<uv_check_t>.allocate(capacity: 1)
    private let timer = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)

    var onTimer: () -> Void = {}
    /// After libuv has handled what the poll brought.
    var onCheck: () -> Void = {}

    init() {
        // It fails only when the process has no descriptors or memory left to begin with.
        precondition(uv_loop_init(loop) == 0, "libuv gives no loop")
        uv_check_init(loop, check)
        uv_timer_init(loop, timer)
        let me = Unmanaged.passUnretained(self).toOpaque()
        check.pointee.data = me
        timer.pointee.data = me
        uv_check_start(check) { LibuvHandles.of($0?.pointee.data).onCheck() }
    }

    /// The handles' `data` is the object that owns them, set before the first callback.
    private static func of(_ data: UnsafeMutableRawPointer?) -> LibuvHandles {
        guard let data else { preconditionFailure("a libuv handle without its owner") }
        return Unmanaged<LibuvHandles>.fromOpaque(data).takeUnretainedValue()
    }

    var loopPointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(loop) }
    var pointer: UnsafeMutablePointer<uv_loop_t> { loop }

    /// Waits for something to happen and handles it.
    func runOnce() {
        uv_run(loop, UV_RUN_ONCE)
    }

    /// Calls `onTimer` after so long, rounded up to milliseconds; nil for never.
    func setTimer(_ delay: Duration?) {
        guard let delay else {
            uv_timer_stop(timer)
            return
        }
        let (seconds, attoseconds) = max(delay, .zero).components
        let milliseconds = UInt64(seconds) * 1000 + UInt64((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        uv_timer_start(timer, { LibuvHandles.of($0?.pointee.data).onTimer() }, milliseconds, 0)
    }

    /// Closes the handles and turns until every handle on the loop has closed, those of libwebsockets included.
    func close() {
        for handle in [UnsafeMutableRawPointer(check), UnsafeMutableRawPointer(timer)] {
            handle.withMemoryRebound(to: uv_handle_t.self, capacity: 1) { uv_close($0, nil) }
        }
        while uv_run(loop, UV_RUN_NOWAIT) != 0 {}
    }

    /// After `close`, and after libwebsockets has let the loop go.
    func free() {
        uv_loop_close(loop)
        check.deallocate()
        timer.deallocate()
        loop.deallocate()
    }
}
