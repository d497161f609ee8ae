/// What the next frame has to tell besides changed values.
struct Outbox {
    /// The answer to `open` or `resume`.
    var session: (token: String, resumed: Bool)?
    var isNewScreen = false
    var owesAck = false
    var effects: [EffectLog.Entry] = []
    var refusals: [Refusal] = []
    /// A frame answers one ping; several pings need several frames.
    var pongs: [[UInt8]] = [] {
        didSet { pongBytes = pongs.reduce(0) { $0 + $1.count } }
    }
    private var pongBytes = 0

    /// Protocol section 6: a client with so many effects waiting does not read.
    static let effectLimit = 64

    /// Whether the client makes answers faster than it takes them, so that it should not be read for a while.
    var isCongested: Bool { refusals.count > 64 || pongBytes > 1 << 16 }

    /// Writes `do`, `errors` and one `pong`, and forgets them.
    mutating func writeRest(to frame: inout FrameBuffer) {
        if !effects.isEmpty {
            frame.name("do")
            frame.open("[")
            for effect in effects {
                frame.separate()
                frame.raw(effect.json)
            }
            frame.close("]")
            effects.removeAll()
        }
        if !refusals.isEmpty {
            frame.name("errors")
            frame.open("[")
            for refusal in refusals {
                frame.separate()
                refusal.write(to: &frame)
            }
            frame.close("]")
            refusals.removeAll()
        }
        if !pongs.isEmpty {
            frame.name("pong")
            frame.raw(pongs.removeFirst())
        }
    }
}
