import CLibuv

/// Calls back while a descriptor is readable, until it is closed. Confined to the loop's thread.
final class LibuvPoll {
    private let handle = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)  // C keeps the address
    private let body: () -> Void

    init(_ descriptor: Int32, on handles: LibuvHandles, _ body: @escaping () -> Void) {
        self.body = body
        let result = uv_poll_init(handles.pointer, handle, descriptor)
        precondition(result == 0, "libuv cannot watch descriptor \(descriptor)")
        handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
        start()
    }

    /// Calls back again after `pause`.
    func start() {
        uv_poll_start(handle, Int32(UV_READABLE.rawValue)) { handle, _, _ in
            guard let data = handle?.pointee.data else { return }
            Unmanaged<LibuvPoll>.fromOpaque(data).takeUnretainedValue().body()
        }
    }

    func pause() {
        uv_poll_stop(handle)
    }

    /// Stops the calls. libuv frees the handle in its next turn.
    func close() {
        uv_poll_stop(handle)
        handle.pointee.data = nil
        UnsafeMutableRawPointer(handle).withMemoryRebound(to: uv_handle_t.self, capacity: 1) { handle in
            uv_close(handle) { handle in handle?.deallocate() }
        }
    }
}
