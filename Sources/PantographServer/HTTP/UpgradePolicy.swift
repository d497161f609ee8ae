/// Who may open a WebSocket (protocol section 1). Judged before the upgrade, so that a refusal is an HTTP status.
struct UpgradePolicy: Sendable {
    /// What of the request counts.
    struct Request {
        let path: String
        /// The values of headers that came; several headers of one name are joined by commas.
        let host: String?
        let origin: String?
        let subprotocols: String?
    }

    private let allowed: Set<Origin>
    private let hosts: Set<String>
    private let requiresOrigin: Bool

    static let subprotocol = "pantograph.v1"

    init(_ configuration: Server.Configuration) throws(ServerError) {
        var allowed: Set<Origin> = []
        for text in configuration.origins {
            guard let origin = Origin(text) else { throw .badOrigin(text) }
            allowed.insert(origin)
        }
        self.allowed = allowed
        hosts = Set(
            allowed.map(\.host) + (Authority(configuration.host).map { [$0.host] } ?? ["[\(configuration.host)]"]))
        requiresOrigin = configuration.requiresOrigin
    }

    /// The status to refuse with; nil if the request may go on.
    func refusal(of request: Request) -> HTTPStatus? {
        if request.path != "/ws" { return .notFound }
        if let offered = request.subprotocols, !Self.names(in: offered).contains(Self.subprotocol) {
            return .badRequest
        }
        guard let text = request.origin else { return requiresOrigin ? .forbidden : nil }
        guard let origin = Origin(text) else { return .forbidden }
        return allowed.contains(origin) || origin == page(of: request) ? nil : .forbidden
    }

    /// The origin of the server's own pages as this client names them. A Host that anybody could have pointed at
    /// this address (DNS rebinding) makes no page of ours.
    private func page(of request: Request) -> Origin? {
        guard let authority = request.host.flatMap(Authority.init),
            authority.isLoopback || hosts.contains(authority.host)
        else { return nil }
        return Origin(scheme: "http", authority: authority)
    }

    private static func names(in list: String) -> [String] {
        list.split(separator: ",").map { name in
            String(name.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" })
        }
    }
}
