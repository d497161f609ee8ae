import PantographServer

/// The options of `serve`, from the command line and the environment.
struct ServeOptions {
    var server = Server.Configuration()
    var store = Store.sqlite("pantograph-sessions.db")
    var keyFile = "pantograph.key"
    /// Instead of the file; from the environment only, where other users of the machine do not see it.
    var key: String?
    var keep = Duration.seconds(15 * 60)
    var codeLength = 6
    var resendAfter = Duration.seconds(60)
    var messagesPerAddress = 100
    var gateway = Gateway.console
    var database = Database.sqlite("pantograph.db")
    var logFormat = Log.Format.text
    var logLevel = Log.defaultLevel

    /// How text messages leave.
    enum Gateway {
        case console
        case file(String)
        case http(String)
    }

    /// Where sessions and codes live.
    enum Store {
        case memory
        case sqlite(String)
        case redis(String)
    }

    /// Where accounts and profiles are kept.
    enum Database {
        case memory
        case sqlite(String)
        case postgreSQL(String)
    }

    /// Throws `UsageError`.
    init(_ arguments: [String], environment: [String: String]) throws {
        key = environment["PANTOGRAPH_KEY"]
        for option in Self.options {
            guard let text = environment[option.environmentName], !text.isEmpty else { continue }
            try option.apply(environment: text, to: &self)
        }
        var rest = arguments[...]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1)
            guard word.hasPrefix("--"), let name = parts.first,
                let option = Self.options.first(where: { $0.flag == name })
            else { throw UsageError(description: "no such option: \(word)") }
            try option.apply(parts.count > 1 ? String(parts[1]) : nil, &rest, to: &self)
        }
    }

    /// A line for each option.
    static var help: String {
        let width = options.map(\.usage.count).max() ?? 0
        return options.map { option in
            "  \(option.usage)\(String(repeating: " ", count: width - option.usage.count))  \(option.explanation)\n"
        }.joined()
    }

    private static let options: [CommandOption] = [
        .value("port", "N", "the port to listen on; 0 takes a free one (8080)") {
            $0.server.port = try number($1, in: 0...65_535)
        },
        .value("host", "NAME", "the name or address to listen on (127.0.0.1)") { $0.server.host = $1 },
        .value("web", "FOLDER", "the pages (web, if there is such a folder)") { $0.server.web = $1 },
        .value("loops", "N", "event loops, each a thread (one a core)") {
            $0.server.loops = try number($1, in: 1...256)
        },
        .value("code-length", "N", "digits of a code (6)") { $0.codeLength = try number($1, in: 4...12) },
        .value("resend-after", "SECONDS", "how soon a number gets another code (60)") {
            $0.resendAfter = .seconds(try number($1, in: 1...86_400) as Int)
        },
        .value("messages-per-address", "N", "the most codes a day that one client address may ask for (100)") {
            $0.messagesPerAddress = try number($1, in: 1...1_000_000)
        },
        .value("keep", "SECONDS", "how long a session outlives its connection (900)") {
            $0.keep = .seconds(try number($1, in: 0...2_592_000) as Int)
        },
        .value("sms", "GATEWAY", "where codes go: console, file:PATH for a JSON line each, or http:URL (console)") {
            $0.gateway = try gateway($1)
        },
        .list("origin", "ORIGIN", "another origin whose pages may connect, as https://app.example; repeatable") {
            $0.server.origins.append($1)
        },
        .flag("require-origin", "refuse clients without an Origin, such as scripts") {
            $0.server.requiresOrigin = true
        },
        .list(
            "trusted-proxy", "ADDRESS",
            "a proxy, or a network of them as 10.0.0.0/8, whose X-Forwarded-For is believed; repeatable"
        ) {
            $0.server.trustedProxies.append($1)
        },
        .value("connections", "N", "the most connections in all (20000)") {
            $0.server.connections = try number($1, in: 1...10_000_000)
        },
        .value("connections-per-address", "N", "the most connections of one address (10000)") {
            $0.server.connectionsPerAddress = try number($1, in: 1...10_000_000)
        },
        .value("message-rate", "N", "messages a second of one client, above which it is read more slowly (200)") {
            $0.server.messageRate = try number($1, in: 1...1_000_000)
        },
        .value("drain", "SECONDS", "how long stopping may take (10)") {
            $0.server.drain = .seconds(try number($1.hasSuffix("s") ? String($1.dropLast()) : $1, in: 1...3_600) as Int)
        },
        .flag("metrics", "tell at /metrics how the server is doing") { $0.server.metrics = true },
        .value(
            "store", "STORE",
            "where sessions live: sqlite:PATH, redis://HOST:PORT/DB, or memory (sqlite:pantograph-sessions.db)"
        ) { $0.store = try store($1) },
        .value(
            "key-file", "PATH",
            "the key that seals what is stored, made if absent (pantograph.key); or PANTOGRAPH_KEY, 64 hex digits"
        ) { $0.keyFile = $1 },
        .value(
            "database", "DATABASE",
            "where accounts and profiles are kept: sqlite:PATH, postgres://… or memory (sqlite:pantograph.db)"
        ) {
            $0.database = try database($1)
        },
        .value("log", "FORMAT", "text, or json for machines (text)") {
            guard let format = Log.Format(rawValue: $1) else { throw UsageError(description: "no such log: \($1)") }
            $0.logFormat = format
        },
        .value("log-level", "LEVEL", "debug, info, warning or error (info)") {
            guard let level = Log.level(named: $1) else { throw UsageError(description: "no such log level: \($1)") }
            $0.logLevel = level
        },
    ]

    private static func number<N: FixedWidthInteger>(_ text: String, in range: ClosedRange<N>) throws -> N {
        guard let number = N(text), range.contains(number) else {
            throw UsageError(description: "no number from \(range.lowerBound) to \(range.upperBound): \(text)")
        }
        return number
    }

    private static func store(_ text: String) throws -> Store {
        if text == "memory" { return .memory }
        if text.hasPrefix("sqlite:"), text.count > 7 { return .sqlite(String(text.dropFirst(7))) }
        if text.hasPrefix("redis://") { return .redis(text) }
        throw UsageError(description: "no such store")
    }

    private static func gateway(_ text: String) throws -> Gateway {
        if text == "console" { return .console }
        if text.hasPrefix("file:"), text.count > 5 { return .file(String(text.dropFirst(5))) }
        // A URL alone says as much.
        if text.hasPrefix("http://") || text.hasPrefix("https://") { return .http(text) }
        if text.hasPrefix("http:"), text.count > 5 { return .http(String(text.dropFirst(5))) }
        throw UsageError(description: "no such gateway: \(text)")
    }

    private static func database(_ text: String) throws -> Database {
        if text == "memory" { return .memory }
        if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") { return .postgreSQL(text) }
        // Not repeated: a mistyped URL may hold a password.
        guard text.hasPrefix("sqlite:"), text.count > 7 else { throw UsageError(description: "no such database") }
        return .sqlite(String(text.dropFirst(7)))
    }
}
