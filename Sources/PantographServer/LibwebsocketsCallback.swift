import CLibwebsockets

/// The one entry from libwebsockets, called on the thread of the loop that `wsi` belongs to.
///
/// `user` is memory of the connection's own, zeroed at first; it holds a retained `Connection` from ESTABLISHED to
/// CLOSED. A result other than 0 makes libwebsockets end the connection.
func handleLibwebsocketsEvent(
    wsi: OpaquePointer?, reason: lws_callback_reasons, user: UnsafeMutableRawPointer?, input: UnsafeMutableRawPointer?,
    length: Int
) -> Int32 {
    guard let wsi, let worker = LibwebsocketsContext.owner(of: wsi) else { return 0 }
    let slot = user?.assumingMemoryBound(to: Unmanaged<Connection>?.self)
    let connection = slot?.pointee?.takeUnretainedValue()
    switch reason {
    case LWS_CALLBACK_RECEIVE:
        let bytes = UnsafeRawBufferPointer(start: input, count: length)
        return connection?.receive(bytes) == true ? 0 : -1
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return connection?.writable() == true ? 0 : -1
    case LWS_CALLBACK_RECEIVE_PONG:
        return connection?.heard() == true ? 0 : -1
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return HTTPExchange(wsi, on: worker).confirmUpgrade()
    case LWS_CALLBACK_ESTABLISHED:
        let language = HTTPExchange(wsi, on: worker).header(WSI_TOKEN_HTTP_ACCEPT_LANGUAGE)
        guard let slot, let connection = worker.open(wsi, acceptLanguage: language) else { return -1 }
        slot.pointee = Unmanaged.passRetained(connection)
        return 0
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        let payload = UnsafeRawBufferPointer(start: input, count: length)
        return connection?.closedByClient(payload) == true ? 0 : -1
    case LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL:
        connection?.closing()
        return 0
    case LWS_CALLBACK_RAW_ADOPT:
        // A CONNECT request, which libwebsockets would keep as a raw connection without any limit.
        return -1
    case LWS_CALLBACK_CLOSED:
        connection?.ended()
        slot?.pointee?.release()
        slot?.pointee = nil
        return 0
    case LWS_CALLBACK_HTTP:
        let path = String(decoding: UnsafeRawBufferPointer(start: input, count: length), as: UTF8.self)
        return HTTPExchange(wsi, on: worker).serve(path)
    default:
        return lws_callback_http_dummy(wsi, reason, user, input, length)
    }
}
