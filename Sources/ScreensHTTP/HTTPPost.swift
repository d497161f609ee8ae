import CCurl

/// A request of which nothing but the status of the answer matters.
///
/// By libcurl and not by URLSession, which reads an answer without end faster than it can be told to stop.
struct HTTPPost: Sendable {
    /// http or https.
    let address: String
    /// Lines, as "Content-Type: application/json".
    let headers: [String]
    let body: [UInt8]

    /// An answer is thanks or an excuse; whoever sends more is not listened to.
    private static let answerLimit = 64 << 10

    /// What has come of the answer.
    private struct Answer {
        var received = 0
        var isWhole = false
    }

    /// Blocks until the answer has come, or as much of it as is read. A redirection is an answer and not followed.
    func status(until deadline: ContinuousClock.Instant) throws(HTTPGateway.Failure) -> Int {
        let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        // Zero would be no limit at all.
        guard left >= 1 else { throw .noAnswerInTime }
        guard let handle = curl_easy_init() else { throw .noConnection("out of memory") }
        defer { curl_easy_cleanup(handle) }
        var lines: UnsafeMutablePointer<curl_slist>?  // libcurl's list, freed below
        defer { curl_slist_free_all(lines) }
        for header in headers {
            guard let longer = curl_slist_append(lines, header) else { throw .noConnection("out of memory") }
            lines = longer
        }

        var answer = Answer()
        // The body and the answer stay where they are until libcurl has returned.
        let status = withUnsafeMutablePointer(to: &answer) { answer in
            body.withUnsafeBufferPointer { body in
                let options = [
                    // No signals, which are for programs of one thread.
                    pantograph_curl_set_number(handle, CURLOPT_NOSIGNAL, 1),
                    pantograph_curl_set_pointer(handle, CURLOPT_PROTOCOLS_STR, "http,https"),
                    pantograph_curl_set_pointer(handle, CURLOPT_URL, address),
                    pantograph_curl_set_number(handle, CURLOPT_TIMEOUT_MS, Int(min(left, 1e9))),
                    pantograph_curl_set_pointer(handle, CURLOPT_HTTPHEADER, lines),
                    // What a proxy says to CONNECT is no answer.
                    pantograph_curl_set_number(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
                    pantograph_curl_set_number(handle, CURLOPT_POST, 1),
                    pantograph_curl_set_number(handle, CURLOPT_POSTFIELDSIZE, body.count),
                    pantograph_curl_set_pointer(handle, CURLOPT_POSTFIELDS, body.baseAddress),
                    pantograph_curl_set_sinks(handle, Self.takeHeader, Self.takeBody, answer),
                ]
                return options.first { $0 != CURLE_OK } ?? curl_easy_perform(handle)
            }
        }
        // However badly its body ends, it is an answer; unless it was an interim one (RFC 9110, 15.2).
        let code = pantograph_curl_status(handle)
        if answer.isWhole, code >= 200 { return code }
        switch status {
        case CURLE_OPERATION_TIMEDOUT: throw .noAnswerInTime
        case CURLE_WRITE_ERROR: throw .answered(status: code)
        default: throw .noConnection(String(cString: curl_easy_strerror(status)))
        }
    }

    /// Called for each line; the empty one ends the headers.
    private static let takeHeader: pantograph_curl_sink = { bytes, size, count, context in
        take(count * size, context) { answer in
            let line = UnsafeRawBufferPointer(start: bytes, count: count * size)  // as libcurl says
            answer.isWhole = answer.isWhole || line.allSatisfy("\r\n".utf8.contains)
        }
    }

    private static let takeBody: pantograph_curl_sink = { _, size, count, context in
        take(count * size, context) { _ in }
    }

    /// What libcurl wants to hear: all is taken, or nothing, which ends the transfer.
    private static func take(
        _ count: Int, _ context: UnsafeMutableRawPointer?, _ body: (inout Answer) -> Void
    ) -> Int {
        // The context is the answer that `status` has on its stack.
        guard let answer = context?.assumingMemoryBound(to: Answer.self) else { return 0 }
        answer.pointee.received += count
        body(&answer.pointee)
        return answer.pointee.received <= answerLimit ? count : 0
    }
}
