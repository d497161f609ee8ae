import Pantograph

/// A server of a test: a loop, and the sessions that live there.
public struct TestServer {
    /// Where the sessions run.
    public let loop: TestLoop
    let lobby: Lobby
}
