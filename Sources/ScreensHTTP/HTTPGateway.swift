import Foundation
import FoundationNetworking
import Pantograph
public import Screens

/// Posts messages to an HTTP service, as `{"to":"09012345678","text":"…"}` with a key by which the service may know a
/// second try for what it is.
///
/// A connection that fails before an answer is tried once more; an answer is final, and anything but 2xx is a failure.
/// Redirections are not followed: neither the token nor a code goes anywhere but to the address that was named.
public final class HTTPGateway: MessageGateway {
    /// Why a message counts as not sent.
    public enum Failure: Error, CustomStringConvertible {
        /// The service refused.
        case answered(status: Int)
        case noAnswerInTime
        /// Twice; the text is the system's.
        case noConnection(String)

        /// One line for a log.
        public var description: String {
            switch self {
            case .answered(let status): "the gateway answered \(status)"
            case .noAnswerInTime: "the gateway has not answered in time"
            case .noConnection(let reason): "no connection to the gateway: \(reason)"
            }
        }
    }

    /// The address or the token cannot be used.
    public struct BadConfiguration: Error, CustomStringConvertible {
        /// One line for whoever wrote it, without the token.
        public let description: String
    }

    private let address: URL
    private let token: String?
    private let limit: Duration
    private let exchanges = HTTPExchanges()

    /// `address` is an http(s) URL without a user in it. `token` goes along as a bearer token (RFC 6750). A message has
    /// `limit` to be taken, both tries together. Throws `BadConfiguration`.
    public init(_ address: String, token: String? = nil, limit: Duration = .seconds(10)) throws {
        guard WebAddress(address) != nil, let url = URL(string: address), url.user == nil, url.password == nil else {
            throw BadConfiguration(description: "no http(s) URL without a user: \(address)")
        }
        // Anything else could end the header and begin another.
        guard token?.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) != false else {
            throw BadConfiguration(description: "a token is made of visible ASCII characters")
        }
        self.address = url
        self.token = token
        self.limit = limit
    }

    deinit {
        exchanges.close()
    }

    /// Throws `Failure`, and `CancellationError` when the caller is cancelled.
    public func send(_ text: String, to number: NationalNumber) async throws {
        let request = request(for: text, to: number)
        let status = try await withThrowingTaskGroup { group in
            group.addTask { [exchanges] in
                do {
                    return try await exchanges.status(of: request)
                } catch is HTTPExchanges.NoAnswer {
                    return try await exchanges.status(of: request)
                }
            }
            group.addTask { [limit] in
                try await Task.sleep(for: limit)
                throw Failure.noAnswerInTime
            }
            defer { group.cancelAll() }
            do {
                return try await group.next()
            } catch let error as HTTPExchanges.NoAnswer {
                throw Failure.noConnection(error.reason)
            }
        }
        guard let status, (200...299).contains(status) else { throw Failure.answered(status: status ?? 0) }
    }

    private func request(for text: String, to number: NationalNumber) -> URLRequest {
        var request = URLRequest(url: address)
        request.httpMethod = "POST"
        request.httpBody = Data(
            Value.object([.init("to", .text(number.digits)), .init("text", .text(text))]).json.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        // The event's name, if there is one: after a crash it runs again, and the service can tell.
        let key = EventID.current?.description ?? UUID().uuidString
        request.setValue(key, forHTTPHeaderField: "Idempotency-Key")
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        return request
    }
}
