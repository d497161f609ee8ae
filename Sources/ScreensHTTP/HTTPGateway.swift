import Executors
import Foundation
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

    private let address: String
    private let token: String?
    private let limit: Duration
    /// A thread a message that is under way.
    private let pool = ThreadPool("gateway", threads: 128, limit: .max, niceness: 0)

    /// `address` is an http(s) URL without a user in it. `token` goes along as a bearer token (RFC 6750). A message has
    /// `limit` to be taken, both tries together. Throws `BadConfiguration`.
    public init(_ address: String, token: String? = nil, limit: Duration = .seconds(10)) throws {
        guard WebAddress(address) != nil, let url = URL(string: address), url.user == nil else {
            throw BadConfiguration(description: "no http(s) URL without a user: \(address)")
        }
        // Anything else could end the header and begin another.
        guard token?.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) != false else {
            throw BadConfiguration(description: "a token is made of visible ASCII characters")
        }
        self.address = address
        self.token = token
        self.limit = limit
    }

    /// Throws `Failure`, and `CancellationError` when the caller is cancelled; what has been sent is sent.
    public func send(_ text: String, to number: NationalNumber) async throws {
        let post = post(of: text, to: number)
        // Counted from here, so that who waits for a thread gets one in time: those before have less time left.
        let deadline = ContinuousClock.now + limit
        let status = try await pool.run { [limit] in
            // Whoever got a thread late may still be taken for sent by the service, and is not by the person.
            guard ContinuousClock.now.duration(to: deadline) >= limit / 4 else { throw Failure.noAnswerInTime }
            do throws(Failure) {
                return try post.status(until: deadline)
            } catch .noConnection {
                return try post.status(until: deadline)
            }
        }
        guard (200...299).contains(status) else { throw Failure.answered(status: status) }
    }

    private func post(of text: String, to number: NationalNumber) -> HTTPPost {
        // The event's name, if there is one: after a crash it runs again, and the service can tell.
        let key = EventID.current?.description ?? UUID().uuidString
        var headers = ["Content-Type: application/json", "Idempotency-Key: \(key)"]
        if let token { headers.append("Authorization: Bearer \(token)") }
        let body = Value.object([.init("to", .text(number.digits)), .init("text", .text(text))]).json
        return HTTPPost(address: address, headers: headers, body: Array(body.utf8))
    }
}
