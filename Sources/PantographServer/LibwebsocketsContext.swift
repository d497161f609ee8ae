import CLibwebsockets
import Glibc

/// The libwebsockets context of one loop, with one virtual host that listens nowhere: connections are adopted.
///
/// Confined to its loop's thread once the loop runs.
final class LibwebsocketsContext {
    private let context: OpaquePointer
    private let vhost: OpaquePointer
    /// C keeps pointers into these as long as the context lives.
    private let protocols: UnsafeMutablePointer<lws_protocols>
    private let loops: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    private let name: UnsafeMutablePointer<CChar>
    private let policy: UnsafeMutablePointer<lws_retry_bo_t>
    /// Whom callbacks speak to; the context's user pointer leads here.
    private let owner: UnsafeMutablePointer<Unmanaged<Worker>?>

    /// Most messages are smaller and arrive in one piece; every connection holds so much memory.
    static let receiveBuffer = 512

    init(on loop: EventLoop) throws(ServerError) {
        lws_set_log_level(0, nil)
        name = strdup(UpgradePolicy.subprotocol)
        protocols = .allocate(capacity: 2)
        protocols.initialize(repeating: lws_protocols(), count: 2)
        protocols[0].name = UnsafePointer(name)
        protocols[0].callback = handleLibwebsocketsEvent
        protocols[0].per_session_data_size = MemoryLayout<UnsafeMutableRawPointer?>.size
        protocols[0].rx_buffer_size = Self.receiveBuffer
        loops = .allocate(capacity: 1)
        loops.initialize(to: loop.foreignLoop)
        // All zero: libwebsockets watches no connection for silence. `Connection` does, and a timer of each in its sorted
        // list costs a walk through the list for every connection that comes.
        policy = .allocate(capacity: 1)
        policy.initialize(to: lws_retry_bo_t())
        owner = .allocate(capacity: 1)
        owner.initialize(to: nil)

        var info = lws_context_creation_info()
        info.port = CONTEXT_PORT_NO_LISTEN_SERVER
        info.protocols = UnsafePointer(protocols)
        info.gid = -1
        info.uid = -1
        info.options = UInt64(LWS_SERVER_OPTION_LIBUV) | UInt64(LWS_SERVER_OPTION_EXPLICIT_VHOSTS)
        info.foreign_loops = loops
        info.user = UnsafeMutableRawPointer(owner)
        info.retry_and_idle_policy = UnsafePointer(policy)
        info.pt_serv_buf_size = 8192
        // Browsers send the cookies of every port of a host.
        info.max_http_header_data = 16_384
        info.timeout_secs = 10
        info.keepalive_timeout = 30
        guard let context = lws_create_context(&info) else { throw .libwebsocketsFailed }
        guard let vhost = lws_create_vhost(context, &info) else {
            lws_context_destroy(context)
            throw .libwebsocketsFailed
        }
        self.context = context
        self.vhost = vhost
    }

    /// Sets whom callbacks speak to; it must live as long as this object. Before the loop runs.
    func setOwner(_ worker: Worker) {
        owner.pointee = Unmanaged.passUnretained(worker)
    }

    /// The owner of the context that a `wsi` belongs to; nil until it is set.
    static func owner(of wsi: OpaquePointer) -> Worker? {
        guard let context = lws_get_context(wsi), let user = lws_context_user(context) else { return nil }
        return user.assumingMemoryBound(to: Unmanaged<Worker>?.self).pointee?.takeUnretainedValue()
    }

    /// Hands a connected socket over.
    func adopt(_ descriptor: Int32) {
        // On failure libwebsockets has closed it.
        _ = lws_adopt_socket_vhost(vhost, descriptor)
    }

    /// Ends every connection that is left and begins to close the handles on the loop, which must turn once more.
    func beginDestroying() {
        lws_context_destroy(context)
    }

    /// Frees all, after the handles have closed.
    func finishDestroying() {
        lws_context_destroy(context)
        owner.deallocate()
        policy.deallocate()
        protocols.deallocate()
        loops.deallocate()
        free(name)
    }
}
