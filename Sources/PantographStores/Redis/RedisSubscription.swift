import Dispatch
import Pantograph

/// Hears what is published on one channel, by a connection of its own that it renews by itself.
///
/// `@unchecked Sendable`: all that changes is touched on `queue` only, but for the end in `deinit`, when nobody else is
/// left.
final class RedisSubscription: @unchecked Sendable {  // confined to its queue
    private let queue = DispatchQueue(label: "pantograph.redis-subscription")
    private let address: RedisAddress
    private let timeout: Duration
    private let channel: String
    private let log: @Sendable (LogEvent) -> Void
    private let hear: @Sendable ([UInt8]) -> Void
    private var source: (any DispatchSourceRead)?
    private var backOff = BackOff()
    /// Whether it was said that nothing is heard.
    private var isLost = false
    private let whenBack: @Sendable () -> Void

    /// Begins to connect. `hear` is called on a queue's thread, and so is `whenBack` when the connection was renewed.
    init(
        to channel: String, at address: RedisAddress, timeout: Duration, log: @escaping @Sendable (LogEvent) -> Void,
        hear: @escaping @Sendable ([UInt8]) -> Void, whenBack: @escaping @Sendable () -> Void
    ) {
        self.whenBack = whenBack
        self.address = address
        self.timeout = timeout
        self.channel = channel
        self.log = log
        self.hear = hear
        queue.async { [weak self] in self?.connect() }
    }

    deinit {
        source?.cancel()
    }

    private func connect() {
        do {
            let connection = try RedisConnection(address, timeout: timeout)
            _ = try connection.exchange([RedisCommand("SUBSCRIBE", channel)]).first?.checked()
            log(LogEvent(.info, "store notices are heard", ("redis", .text("\(address)"))))
            let source = DispatchSource.makeReadSource(fileDescriptor: connection.descriptor, queue: queue)
            source.setEventHandler { [weak self] in self?.receive { try connection.receive() } }
            // The descriptor must not be closed before the source has let go of it.
            source.setCancelHandler { withExtendedLifetime(connection) {} }
            source.activate()
            self.source = source
            backOff = BackOff()
            if isLost { whenBack() }
            isLost = false
            // What came together with the reply.
            receive { try connection.received() }
        } catch {
            connectLater(error)
        }
    }

    private func receive(_ body: () throws -> [RedisReply]) {
        do {
            for reply in try body() {
                // Of other kinds there is the echo of a subscription only.
                if case .list(let parts) = reply, parts.first == .bytes(Array("message".utf8)),
                    case .bytes(let message) = parts.last
                {
                    hear(message)
                }
            }
        } catch {
            source?.cancel()
            source = nil
            connectLater(error)
        }
    }

    private func connectLater(_ error: any Error) {
        if !isLost {
            log(LogEvent(.warning, "store notices are not heard", ("error", .text(String(describing: error)))))
        }
        isLost = true
        let pause = DispatchTimeInterval.milliseconds(Int(backOff.next().milliseconds))
        queue.asyncAfter(deadline: .now() + pause) { [weak self] in self?.connect() }
    }
}
