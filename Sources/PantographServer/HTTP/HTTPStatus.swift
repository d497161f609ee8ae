/// The HTTP statuses that this server answers with by itself (RFC 9110 section 15).
enum HTTPStatus: Int {
    case notModified = 304
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case serviceUnavailable = 503

    var phrase: String {
        switch self {
        case .notModified: "Not Modified"
        case .badRequest: "Bad Request"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .serviceUnavailable: "Service Unavailable"
        }
    }
}
