import Foundation
import Pantograph
import PantographServer
import Screens
import ScreensHTTP

/// `pantograph serve`: puts the parts together and runs them until a signal.
struct ServeCommand {
    private let options: ServeOptions
    private let log: Log
    private let events = EventCounts()

    init(_ options: ServeOptions) {
        self.options = options
        log = Log(format: options.logFormat, level: options.logLevel)
    }

    /// Throws `ServerError`, and what keeps the stores from opening.
    func run() async throws {
        Self.raiseDescriptorLimit()
        var configuration = options.server
        configuration.listener = PassedSocket.take()
        if configuration.web == nil, FileManager.default.fileExists(atPath: "web") { configuration.web = "web" }
        var lobby = Lobby.Configuration()
        lobby.keep = options.keep
        let storage = try Storage(options, log: report)
        let server = try Server(
            configuration,
            lobby: Lobby(
                routes: try application(on: storage).routes, configuration: lobby, archive: storage.archive, log: report
            ),
            events: events)
        try await storage.load(log: report)
        let signals = StopSignals { server.stop() }
        try await server.run { announce(server) }
        signals.cancel()
        log.write(LogEvent(.info, "server stopped"))
    }

    private func report(_ event: LogEvent) {
        events.count(event)
        log.write(event)
    }

    private func application(on storage: Storage) throws -> Application {
        var codes = SignInCodes.Configuration()
        codes.codeLength = options.codeLength
        codes.resendAfter = options.resendAfter
        codes.messagesADayAnAddress = options.messagesPerAddress
        let gateway: any MessageGateway =
            switch options.gateway {
            case .console: ConsoleGateway()
            case .file(let path): try FileGateway(path: path)
            case .http(let url): try httpGateway(url)
            }
        return Application(
            codes: SignInCodes(
                codes, gateway: gateway, records: storage.records, hash: storage.codeHash, now: { SystemTime.now },
                log: report),
            accounts: try options.accounts, everybody: storage.everybody)
    }

    private func httpGateway(_ url: String) throws -> HTTPGateway {
        do {
            // From the environment only: what stands on a command line, everybody on the machine can read.
            return try HTTPGateway(url, token: ProcessInfo.processInfo.environment["PANTOGRAPH_SMS_TOKEN"])
        } catch let error as HTTPGateway.BadConfiguration {
            throw UsageError(description: "--sms: \(error)")
        }
    }

    private func announce(_ server: Server) {
        let host = options.server.host.contains(":") ? "[\(options.server.host)]" : options.server.host
        // Not `print`, which keeps lines back when the output is a file or a pipe.
        let text = """
            Pantograph listens on http://\(host):\(server.port)/
            From a script (pip install websockets): websockets ws://\(host):\(server.port)/ws, then {"open":"counter"}

            """
        FileHandle.standardOutput.write(Data(text.utf8))
        log.write(
            LogEvent(
                .info, "server started", ("host", .text(options.server.host)), ("port", .integer(Int(server.port))),
                ("loops", .integer(options.server.loops))))
    }

    /// A connection needs a descriptor, and the usual soft limit is 1,024.
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
