import CLibwebsockets
import Glibc
import Pantograph

/// One WebSocket: joins messages, keeps the limits, and writes frames. libwebsockets owns the `wsi`.
///
/// `@unchecked Sendable`: confined to its loop's thread.
final class Connection: Peer, @unchecked Sendable {  // confined to one thread
    let address: String
    /// Nil once libwebsockets has ended the connection.
    private var wsi: OpaquePointer?
    private unowned let worker: Worker  // outlives its connections
    private var conversation: Conversation?
    /// The pieces of an unfinished message.
    private var partial: [UInt8] = []
    /// Set while libwebsockets is inside a callback of this connection: closing then waits for the callback's end.
    private var isInCallback = false
    private var closeCode: CloseCode?
    /// Set once libwebsockets closes, by itself or because it was asked to.
    private var isClosing = false

    private let openedAt: Instant
    private var heardAt: Instant
    private var pingedAt: Instant
    /// Since when a frame waits in libwebsockets for the client to read.
    private var unsentSince: Instant?
    private var rate: RateLimit
    private var isThrottled = false
    /// Payload received since the session was last answered, and how often the answer was put off since.
    private var unanswered = 0
    private var postponements = 0
    private var isPaused = false

    /// Protocol section 1.
    private static let messageLimit = 65_536
    private static let openLimit = Duration.seconds(10)
    private static let pingInterval = Duration.seconds(25)
    private static let silenceLimit = Duration.seconds(60)
    private static let unsentLimit = Duration.seconds(30)
    /// Some 64 KiB.
    private static let postponementLimit = 128

    init(_ wsi: OpaquePointer, on worker: Worker, address: String, acceptLanguage: String?) {
        self.wsi = wsi
        self.worker = worker
        self.address = address
        let now = worker.loop.now
        openedAt = now
        heardAt = now
        pingedAt = now
        let configuration = worker.server.configuration
        rate = RateLimit(rate: configuration.messageRate, burst: configuration.messageBurst, now: now)
        conversation = Conversation(worker.server.lobby, with: self, on: worker.loop, acceptLanguage: acceptLanguage)
    }

    // MARK: Callbacks of libwebsockets; each returns whether the connection may live on.

    /// Takes a piece of a message.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        inCallback { wsi in
            worker.hears(self)
            guard closeCode == nil else { return }
            heardAt = worker.loop.now
            unanswered += bytes.count
            guard lws_frame_is_binary(wsi) == 0 else { return close(.notText) }
            let remaining = lws_remaining_packet_payload(wsi)
            guard remaining <= Self.messageLimit, partial.count + bytes.count + remaining <= Self.messageLimit else {
                return close(.tooLarge)
            }
            let isWhole = remaining == 0 && lws_is_final_fragment(wsi) != 0
            if isWhole, partial.isEmpty {
                take(bytes.bindMemory(to: UInt8.self).span)
            } else {
                partial.append(contentsOf: bytes)
                guard isWhole else { return }
                let message = partial
                partial = []
                take(message.span)
            }
        }
    }

    private func take(_ message: Span<UInt8>) {
        switch rate.count(at: heardAt) {
        case .go: break
        case .pause(let until): throttle(until: until)
        case .close: return close(.flooding)
        }
        conversation?.receive(message)
    }

    /// A pong arrived.
    func heard() -> Bool {
        heardAt = worker.loop.now
        return true
    }

    /// libwebsockets takes data again.
    func writable() -> Bool {
        inCallback { wsi in
            guard lws_partial_buffered(wsi) == 0 else { return }
            unsentSince = nil
            conversation?.writable()
        }
    }

    /// The client's close frame: 1002 answers one that RFC 6455 does not allow, where libwebsockets would repeat it.
    func closedByClient(_ payload: UnsafeRawBufferPointer) -> Bool {
        inCallback { _ in
            if payload.isEmpty { return }
            let code = payload.count == 1 ? 0 : UInt16(payload[0]) << 8 | UInt16(payload[1])
            let isWellFormed = String(validating: payload.dropFirst(2), as: UTF8.self) != nil
            guard code < 5000, payload.count > 1, isWellFormed else { return close(.protocolError) }
        }
    }

    /// libwebsockets begins to close, by itself too: after its close frame nothing may be sent.
    func closing() {
        isClosing = true
        conversation?.end()
    }

    /// libwebsockets has ended the connection and frees the `wsi`.
    func ended() {
        wsi = nil
        conversation?.end()
        // The conversation knows this object.
        conversation = nil
        worker.closed(self)
    }

    private func inCallback(_ body: (OpaquePointer) -> Void) -> Bool {
        guard let wsi else { preconditionFailure("a callback for a connection that has ended") }
        isInCallback = true
        if closeCode == nil { body(wsi) }
        isInCallback = false
        guard let closeCode else { return true }
        lws_close_reason(wsi, lws_close_status(UInt32(closeCode.rawValue)), nil, 0)
        return false
    }

    // MARK: Time

    /// Looks for silence and slowness; called about once a second.
    func check(at now: Instant) {
        guard let wsi, closeCode == nil, !isClosing else { return }
        if conversation?.hasSession != true, openedAt.duration(to: now) >= Self.openLimit { return close(.notOpened) }
        if let unsentSince, unsentSince.duration(to: now) >= Self.unsentLimit { return close(.notReading) }
        if heardAt.duration(to: now) >= Self.silenceLimit, isSilent(wsi) { return end() }
        if pingedAt.duration(to: now) >= Self.pingInterval { ping(wsi, now) }
    }

    private func ping(_ wsi: OpaquePointer, _ now: Instant) {
        pingedAt = now
        // What waits already tells the network that the connection is alive.
        guard lws_partial_buffered(wsi) == 0 else { return }
        withUnsafeTemporaryAllocation(byteCount: headroom, alignment: 1) { buffer in
            guard let start = buffer.baseAddress else { return }
            _ = lws_write(wsi, (start + headroom).assumingMemoryBound(to: UInt8.self), 0, LWS_WRITE_PING)
        }
    }

    private var headroom: Int { Int(pantograph_lws_pre) }

    /// libwebsockets answers pings by itself, so the kernel is asked too whether nothing at all arrived.
    private func isSilent(_ wsi: OpaquePointer) -> Bool {
        var info = tcp_info()
        var size = socklen_t(MemoryLayout<tcp_info>.size)
        guard getsockopt(lws_get_socket_fd(wsi), Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0 else { return true }
        return Duration.milliseconds(info.tcpi_last_data_recv) >= Self.silenceLimit
    }

    /// Ends a connection whose other side is gone: a close frame would reach nobody.
    private func end() {
        guard let wsi else { return }
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC)
    }

    // MARK: Reading

    private func throttle(until time: Instant) {
        guard !isThrottled else { return }
        isThrottled = true
        updateReading()
        _ = worker.loop.schedule(at: time) { [weak self] in
            self?.isThrottled = false
            self?.updateReading()
        }
    }

    func pauseReading(_ paused: Bool) {
        guard paused != isPaused else { return }
        isPaused = paused
        updateReading()
    }

    private func updateReading() {
        guard let wsi, closeCode == nil else { return }
        lws_rx_flow_control(wsi, isThrottled || isPaused ? 0 : 1)
    }

    // MARK: Peer

    var isWritable: Bool {
        guard let wsi, closeCode == nil, !isClosing else { return false }
        return lws_partial_buffered(wsi) == 0
    }

    /// libwebsockets reads some hundred bytes a turn, so a long burst takes several. Looks at the socket only if a read
    /// may have been a full one, and puts off the answer to a client that never stops only for so long.
    var hasMoreToRead: Bool {
        guard let wsi, unanswered >= LibwebsocketsContext.receiveBuffer / 2 else { return false }
        var waiting: Int32 = 0
        let isMore =
            postponements < Self.postponementLimit && !isThrottled && !isPaused && closeCode == nil
            && ioctl(lws_get_socket_fd(wsi), UInt(FIONREAD), &waiting) == 0 && waiting > 0
        postponements = isMore ? postponements + 1 : 0
        if !isMore { unanswered = 0 }
        return isMore
    }

    /// Writes at once: waiting for the writable callback halves the throughput, and nothing is buffered here.
    func send(_ frame: inout FrameBuffer) {
        guard let wsi else { return }
        unanswered = 0
        let headroom = frame.headroom
        let written = frame.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return Int32(0) }
            let payload = (start + headroom).assumingMemoryBound(to: UInt8.self)
            return lws_write(wsi, payload, bytes.count - headroom, LWS_WRITE_TEXT)
        }
        // A failed write: libwebsockets will find the socket dead and end the connection.
        guard written >= 0, lws_partial_buffered(wsi) != 0 else { return }
        unsentSince = worker.loop.now
        lws_callback_on_writable(wsi)
    }

    /// The server stops.
    func leave() {
        conversation?.leave()
    }

    /// Whether this side has said that it ends.
    var isClosed: Bool { closeCode != nil || isClosing }

    func close(_ code: CloseCode) {
        guard let wsi, closeCode == nil else { return }
        closeCode = code
        if isInCallback { return }
        lws_close_reason(wsi, lws_close_status(UInt32(code.rawValue)), nil, 0)
        // Not a kill: with a reason set, libwebsockets sends it, waits for the answer and then ends the connection.
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC)
    }
}

extension Connection: Hashable {
    static func == (left: Connection, right: Connection) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
