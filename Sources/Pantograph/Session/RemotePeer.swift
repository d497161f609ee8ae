/// Stands on a session's loop for a connection that another loop accepted: frames hop over, one at a time.
///
/// While one is under way the session counts the peer as not writable, so that a slow connection costs one frame.
/// `@unchecked Sendable`: `isWritable` belongs to the session's loop, `waiting` to the connection's.
final class RemotePeer: Peer, @unchecked Sendable {  // each part belongs to one loop, see above
    let address: String
    private let peer: any Peer
    private let session: Session
    private let loop: any SessionLoop
    private(set) var isWritable = true
    private var waiting: [UInt8]?

    /// `peer` runs on `loop`, the session on its own.
    init(_ peer: any Peer, on loop: any SessionLoop, for session: Session) {
        self.peer = peer
        address = peer.address
        self.loop = loop
        self.session = session
    }

    /// The session's loop cannot know; a burst over two loops may be answered by several frames.
    var hasMoreToRead: Bool { false }

    func send(_ frame: inout FrameBuffer) {
        isWritable = false
        let payload = Array(frame.payload)
        loop.execute { [self] in
            waiting = payload
            drain()
        }
    }

    func close(_ code: CloseCode) {
        loop.execute { [peer] in peer.close(code) }
    }

    func pauseReading(_ paused: Bool) {
        loop.execute { [peer] in peer.pauseReading(paused) }
    }

    /// Sends the frame that waits here if the connection takes it. On the connection's loop.
    func drain() {
        guard let payload = waiting, peer.isWritable else { return }
        waiting = nil
        loop.withFrameBuffer { frame in
            frame.raw(payload)
            peer.send(&frame)
        }
        session.loop.execute { [self] in
            isWritable = true
            session.assumeIsolated { $0.touch() }
        }
    }
}
