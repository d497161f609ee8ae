import CLibwebsockets
import Glibc
import Pantograph

/// One HTTP request that libwebsockets has parsed, and the answer to it. Lives for one callback.
///
/// Methods return what the callback returns.
struct HTTPExchange {
    private let wsi: OpaquePointer
    private let worker: Worker

    /// Longer values are taken for absent, which no rightful client sends.
    private static let headerLimit = 2048

    init(_ wsi: OpaquePointer, on worker: Worker) {
        self.wsi = wsi
        self.worker = worker
    }

    /// A header's value; several of one name are joined by commas.
    func header(_ token: lws_token_indexes, below limit: Int = headerLimit) -> String? {
        let length = Int(lws_hdr_total_length(wsi, token))
        guard length > 0, length < limit else { return nil }
        // libwebsockets puts commas between several headers of one name.
        let capacity = length + 16
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            let copied = lws_hdr_copy(wsi, buffer.baseAddress, Int32(capacity), token)
            guard copied > 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(buffer).prefix(Int(copied)), as: UTF8.self)
        }
    }

    private func has(_ token: lws_token_indexes) -> Bool {
        lws_hdr_total_length(wsi, token) > 0
    }

    /// Judges an upgrade: 0 lets libwebsockets go on, 1 says that it was answered, -1 hangs up.
    func confirmUpgrade() -> Int32 {
        // libwebsockets 4.1.6 has already answered and forgotten a request for an unknown protocol when it asks here,
        // and would go on with freed memory.
        guard let upgrade = header(WSI_TOKEN_UPGRADE) else { return -1 }
        guard upgrade.lowercased() == "websocket", has(WSI_TOKEN_GET_URI) else { return answer(.badRequest) }
        guard header(WSI_TOKEN_VERSION) == "13" else {
            return answer(.upgradeRequired, "sec-websocket-version: 13\r\n")
        }
        // RFC 6455 section 4.2.1. What libwebsockets would refuse after the place was reserved, and a key that is no 16 bytes of base64.
        guard header(WSI_TOKEN_HTTP) == "HTTP/1.1", let key = header(WSI_TOKEN_KEY), key.utf8.count == 24,
            has(WSI_TOKEN_HOST),
            header(WSI_TOKEN_CONNECTION)?.lowercased().contains("upgrade") == true
        else { return answer(.badRequest) }
        let request = UpgradePolicy.Request(
            path: header(WSI_TOKEN_GET_URI) ?? "",
            host: header(WSI_TOKEN_HOST),
            // A value that is too long for `header` must not pass for absent; an empty one cannot be told from none.
            origin: has(WSI_TOKEN_ORIGIN) ? header(WSI_TOKEN_ORIGIN) ?? "" : nil,
            subprotocols: has(WSI_TOKEN_PROTOCOL) ? header(WSI_TOKEN_PROTOCOL) ?? "" : nil)
        guard let status = worker.refusal(of: request, from: client) else { return 0 }
        return answer(status, status == .serviceUnavailable ? "retry-after: 10\r\n" : "")
    }

    /// Where the client is, behind proxies too.
    private var client: String {
        guard let peer = NetworkAddress(peer) else { return peer }
        // Of any length: who could make it too long to be read would pass for the proxy.
        let header = header(WSI_TOKEN_X_FORWARDED_FOR, below: .max)
        return worker.server.proxies.client(of: peer, forwardedFor: header).client
    }

    private var peer: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            buffer.initialize(repeating: 0)
            guard let start = buffer.baseAddress, lws_get_peer_simple(wsi, start, buffer.count) != nil else {
                return ""
            }
            return String(cString: start)
        }
    }

    /// Answers a request for a page or another file.
    func serve(_ path: String) -> Int32 {
        guard has(WSI_TOKEN_GET_URI) || has(WSI_TOKEN_HEAD_URI) else {
            _ = answer(.methodNotAllowed, "allow: GET, HEAD\r\n")
            // A body may follow that nobody reads.
            return -1
        }
        switch path {
        case "/health":
            let isReady = worker.server.isReady
            return complete(answer(isReady ? .ok : .serviceUnavailable, "cache-control: no-store\r\n"))
        case "/metrics" where worker.server.configuration.metrics:
            let type = "content-type: text/plain; version=0.0.4; charset=utf-8\r\ncache-control: no-store\r\n"
            return complete(write(.ok, type, body: Array(worker.server.metricsText.utf8)))
        default: break
        }
        let languages = header(WSI_TOKEN_HTTP_ACCEPT_LANGUAGE).map(AcceptLanguage.ranges) ?? []
        guard let file = worker.server.files?.file(at: path, languages: languages) else {
            return complete(answer(.notFound))
        }
        let headers = "etag: \(file.etag)\r\n" + file.languageHeaders + StaticFiles.securityHeaders
        if let known = header(WSI_TOKEN_HTTP_IF_NONE_MATCH), matches(known, file.etag) {
            return complete(answer(.notModified, headers))
        }
        // Head and body in one write; and libwebsockets forgets a request that waits behind a file of its own.
        if let content = file.smallContent {
            let type = "content-type: \(file.type)\r\n"
            return complete(write(.ok, type + headers, body: content))
        }
        let result = lws_serve_http_file(wsi, file.path, file.type, headers, Int32(headers.utf8.count))
        return result < 0 || result > 0 && lws_http_transaction_completed(wsi) != 0 ? -1 : 0
    }

    /// RFC 9110 section 13.1.2: weak comparison with each of the list, or any.
    private func matches(_ list: String, _ etag: String) -> Bool {
        list == "*"
            || list.split(separator: ",").contains { item in
                var item = item.drop { $0 == " " }
                if item.hasPrefix("W/") { item = item.dropFirst(2) }
                return item.prefix { $0 != " " } == etag
            }
    }

    /// Answers with a status and its phrase; 1 if that worked.
    private func answer(_ status: HTTPStatus, _ headers: String = "") -> Int32 {
        if status == .notModified { return write(status, headers, body: []) }
        let type = "content-type: text/plain; charset=utf-8\r\nx-content-type-options: nosniff\r\n"
        return write(status, type + headers, body: Array((status.phrase + "\n").utf8))
    }

    /// Writes a whole answer; 1 if that worked. A 304 has no body and tells no length (RFC 9110 section 15.4.5).
    private func write(_ status: HTTPStatus, _ headers: String, body: [UInt8]) -> Int32 {
        let length = status == .notModified ? "" : "content-length: \(body.count)\r\n"
        let head = "HTTP/1.1 \(status.rawValue) \(status.phrase)\r\n\(headers)\(length)\r\n"
        let headroom = Int(pantograph_lws_pre)
        var bytes = Array(repeating: UInt8(0), count: headroom) + Array(head.utf8)
        if !has(WSI_TOKEN_HEAD_URI) { bytes += body }
        let count = bytes.count - headroom
        let written = bytes.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return Int32(-1) }
            return lws_write(wsi, start + headroom, count, LWS_WRITE_HTTP)
        }
        return Int(written) == count ? 1 : -1
    }

    /// Makes the connection ready for its next request.
    private func complete(_ result: Int32) -> Int32 {
        result < 0 || lws_http_transaction_completed(wsi) != 0 ? -1 : 0
    }
}
