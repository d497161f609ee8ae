/// The HTTP statuses that this server answers with by itself (RFC 9110 section 15).
enum HTTPStatus: Int {
    case ok = 200
    case notModified = 304
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case upgradeRequired = 426
    case serviceUnavailable = 503

    var phrase: String {
        switch self {
        case .ok: "OK"
        case .notModified: "Not Modified"
        case .badRequest: "Bad Request"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .upgradeRequired: "Upgrade Required"
        case .serviceUnavailable: "Service Unavailable"
        }
    }
}
