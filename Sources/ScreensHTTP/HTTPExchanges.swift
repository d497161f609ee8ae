import Foundation
import FoundationNetworking
import Synchronization

/// Requests of which nothing but the status of the answer matters.
final class HTTPExchanges: NSObject, URLSessionDataDelegate, Sendable {
    /// The connection failed before an answer.
    struct NoAnswer: Error {
        let reason: String
    }

    private struct Exchange {
        let continuation: CheckedContinuation<Int, any Error>
        var received = 0
    }

    /// By the tasks' identifiers.
    private let exchanges = Mutex<[Int: Exchange]>([:])
    private let session = Mutex<URLSession?>(nil)

    /// An answer is thanks or an excuse; whoever sends more is not listened to.
    private static let bodyLimit = 64 << 10

    override init() {
        super.init()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.httpMaximumConnectionsPerHost = 16
        session.withLock { $0 = URLSession(configuration: configuration, delegate: self, delegateQueue: nil) }
    }

    /// The session holds its delegate until then.
    func close() {
        session.withLock { session in
            session?.invalidateAndCancel()
            session = nil
        }
    }

    /// Throws `NoAnswer`, and `CancellationError` as soon as the caller is cancelled.
    func status(of request: URLRequest) async throws -> Int {
        guard let task = session.withLock({ $0?.dataTask(with: request) }) else { throw CancellationError() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchanges.withLock { $0[task.taskIdentifier] = Exchange(continuation: continuation) }
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
    }

    func urlSession(
        _: URLSession, task: URLSessionTask, willPerformHTTPRedirection _: HTTPURLResponse, newRequest _: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        // The redirection is the answer.
        completionHandler(nil)
    }

    func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let received = exchanges.withLock { exchanges in
            exchanges[dataTask.taskIdentifier]?.received += data.count
            return exchanges[dataTask.taskIdentifier]?.received ?? 0
        }
        if received > Self.bodyLimit { dataTask.cancel() }
    }

    func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        if let response = task.response as? HTTPURLResponse {
            exchange.continuation.resume(returning: response.statusCode)
        } else if (error as? URLError)?.code == .cancelled {
            exchange.continuation.resume(throwing: CancellationError())
        } else {
            exchange.continuation.resume(throwing: NoAnswer(reason: error?.localizedDescription ?? "no answer"))
        }
    }
}
