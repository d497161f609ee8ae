public import Pantograph

/// A person at a screen, in virtual time: does what a page does, by the same bytes, and keeps what a page knows.
///
/// ```swift
/// let session = TestSession { _ in Counter() }
/// session.tap("countUp")
/// #expect(session["counterText"] == "1")
/// ```
/// Used by one test at a time, from one task.
public final class TestSession {
    /// Where the session lives.
    public private(set) var server: TestServer
    /// The loop of `server`.
    public var loop: TestLoop { server.loop }
    private let makeServer: ([Route], TestLoop) -> TestServer
    private let routes: [Route]
    private var peer = TestPeer()
    private var formerPeer: TestPeer?
    private var conversation: Conversation
    private var lastNumber = 0
    private var isTurn = false

    /// What the page shows: fields and outputs.
    public private(set) var state: [String: Value] = [:]
    /// The screen now shown.
    public private(set) var screen = ""
    /// The last event that the server processed.
    public private(set) var ack = 0
    /// The last event that the server has said is saved.
    public private(set) var saved = 0
    /// The newest token.
    public private(set) var token = ""
    /// Whether the last session frame answered a `resume`.
    public private(set) var isResumed = false
    /// Every frame, in order.
    public private(set) var frames: [Value] = []
    /// Every effect without its id, in order.
    public private(set) var effects: [Value] = []
    /// Every refusal, in order.
    public private(set) var errors: [Value] = []
    /// The highest id of an effect.
    public private(set) var seen = 0
    /// What the server logged.
    public var log: [LogEvent] { events.all }
    private let events: Events

    /// Opens a screen.
    public convenience init<S: Screen>(
        on loop: TestLoop = TestLoop(), locale: String = "en", _ make: @escaping @Sendable (Visit) -> S
    ) {
        self.init([Route(S.self, make)], open: S.name, on: loop, locale: locale)
    }

    /// Opens the screen `name` of an application. With a store, the session can live on elsewhere.
    public init(
        _ routes: [Route], open name: String, on loop: TestLoop = TestLoop(), locale: String = "en",
        configuration: Lobby.Configuration = .init(), store: (any RecordStore)? = nil
    ) {
        let events = Events()
        self.events = events
        self.routes = routes
        makeServer = { routes, loop in
            let archive = store.map { SessionArchive($0, sealing: OpenSealing()) }
            let lobby = Lobby(routes: routes, configuration: configuration, archive: archive) { events.append($0) }
            return TestServer(loop: loop, lobby: lobby)
        }
        server = makeServer(routes, loop)
        conversation = Conversation(server.lobby, with: peer, on: loop, acceptLanguage: nil)
        listen()
        send(["open": .text(name), "locale": .text(locale)])
    }

    /// What the page shows of a field or output; nil if the state has no such name.
    public subscript(name: String) -> Value? { state[name] }

    /// The code with which the server closed the connection.
    public var closeCode: CloseCode? { peer.closeCode }
    /// The code with which the server closed the connection before this one.
    public var formerCloseCode: CloseCode? { formerPeer?.closeCode }

    // MARK: What a person does

    /// Changes a field to `value`.
    public func set(_ field: String, to value: Value) {
        state[field] = value
        event(["set": .object([Value.Member(field, value)])])
    }

    /// Types a text into an empty field, a keystroke an event.
    public func type(_ text: String, into field: String) {
        for end in text.indices { set(field, to: .text(String(text[...end]))) }
    }

    /// Presses a button.
    public func tap(_ action: String) {
        event(["tap": .text(action)])
    }

    /// Presses the return key in a field.
    public func pressReturn(in field: String) {
        event(["return": .text(field)])
    }

    /// Does several things at once: the server sees them in one turn.
    public func burst(_ body: () -> Void) {
        loop.run {
            isTurn = true
            body()
            isTurn = false
        }
    }

    /// Lets time pass.
    public func advance(by duration: Duration) {
        loop.advance(by: duration)
    }

    // MARK: What a connection does

    /// Sends an event with the next number.
    private func event(_ message: Value) {
        lastNumber += 1
        guard case .object(let members) = message else { return }
        send(.object(members + [Value.Member("n", .integer(lastNumber))]))
    }

    /// Sends any message, without a number unless it has one.
    public func send(_ message: Value) {
        send(bytes: Array(message.json.utf8))
    }

    /// Sends any bytes as one message.
    public func send(bytes: [UInt8]) {
        if isTurn {
            conversation.receive(bytes.span)
        } else {
            loop.run { conversation.receive(bytes.span) }
        }
    }

    /// Loses the connection.
    public func disconnect() {
        loop.run { conversation.end() }
    }

    /// Comes back on a new connection, which takes the session over if the old one stands.
    public func resume(token: String? = nil, seen: Int? = nil, on server: TestServer? = nil) {
        if let server { self.server = server }
        formerPeer = peer
        peer = TestPeer()
        conversation = Conversation(self.server.lobby, with: peer, on: loop, acceptLanguage: nil)
        listen()
        send(["resume": .text(token ?? self.token), "seen": .integer(seen ?? self.seen)])
    }

    /// The server begins to stop.
    public func stopServer() {
        loop.run { [loop, server] in
            conversation.leave()
            server.lobby.finishSaving(on: loop) {}
        }
    }

    /// Comes back on another server with the same store. The one before is not told: it does nothing more, as after a
    /// crash, unless the test drives its loop. `routes` are those of a later version of the application.
    public func resumeElsewhere(token: String? = nil, routes: [Route]? = nil) {
        resume(token: token, on: makeServer(routes ?? self.routes, TestLoop(besides: loop)))
    }

    /// Stops or goes on taking frames, as a slow client does.
    public func takeFrames(_ takes: Bool) {
        peer.isWritable = takes
        if takes { loop.run { conversation.writable() } }
    }

    private func listen() {
        // The peer belongs to this object.
        peer.onFrame = { [unowned self] bytes in
            guard let frame = Value(json: bytes.span) else { preconditionFailure("the server sent no JSON") }
            merge(frame)
        }
    }

    private func merge(_ frame: Value) {
        frames.append(frame)
        if let session = frame["session"] {
            token = String(value: session["token"] ?? "") ?? ""
            isResumed = session["resumed"] == true
            if !isResumed { (lastNumber, ack) = (0, 0) }
            saved = 0
        }
        if let screen = frame["screen"].flatMap(String.init(value:)) {
            self.screen = screen
            state = [:]
        }
        if case .object(let members) = frame["set"] {
            for member in members { state[member.name] = member.value }
        }
        if case .integer(let ack) = frame["ack"] { self.ack = ack }
        if case .integer(let saved) = frame["saved"] { self.saved = saved }
        if case .list(let errors) = frame["errors"] { self.errors += errors }
        if case .list(let effects) = frame["do"] { effects.forEach(note) }
    }

    private func note(_ effect: Value) {
        guard case .object(let members) = effect else { return }
        if case .integer(let id) = effect["id"] { seen = max(seen, id) }
        effects.append(.object(members.filter { $0.name != "id" }))
    }
}
