import Pantograph
import PantographTesting

/// The least that a session needs of the world: a loop that runs, and a peer that forgets.
final class Client {
    private final class Sink: Peer {
        let address = "nowhere"
        let isWritable = true
        let hasMoreToRead = false

        func send(_ frame: inout FrameBuffer) {}
        func close(_ code: CloseCode) { preconditionFailure("closed with \(code.rawValue)") }
        func pauseReading(_ paused: Bool) {}
    }

    private let loop = TestLoop()
    private let conversation: Conversation

    init(_ routes: [Route], open screen: String) {
        let lobby = Lobby(routes: routes) { _ in }
        conversation = Conversation(lobby, with: Sink(), on: loop, acceptLanguage: nil)
        send(Array(#"{"open":"\#(screen)"}"#.utf8))
    }

    /// Sends one message and runs the turn that it makes.
    func send(_ message: [UInt8]) {
        loop.run { conversation.receive(message.span) }
    }
}
