import Pantograph

/// The connection of a test: keeps what was sent. `@unchecked Sendable`: used on the test's loop only.
final class TestPeer: Peer, @unchecked Sendable {  // used by one test
    /// One of those that are for examples (RFC 5737).
    let address = "192.0.2.1"
    var isWritable = true
    var hasMoreToRead: Bool { false }
    private(set) var isPaused = false
    private(set) var closeCode: CloseCode?
    /// Receives each frame's bytes.
    var onFrame: ([UInt8]) -> Void = { _ in }

    func send(_ frame: inout FrameBuffer) {
        onFrame(Array(frame.payload))
    }

    func close(_ code: CloseCode) {
        if closeCode == nil { closeCode = code }
    }

    func pauseReading(_ paused: Bool) {
        isPaused = paused
    }
}
