import Dispatch
import Foundation

/// SIGINT and SIGTERM: the first one stops in order, another one ends the process at once.
///
/// A handler of C and a pipe, because a signal that comes before dispatch listens would be lost.
struct StopSignals {
    /// The write end of the pipe; set once, before the handlers are.
    private nonisolated(unsafe) static var pipeEnd: Int32 = -1  // set once, before it is read

    private let source: any DispatchSourceRead

    /// `stop` runs on a queue of its own. One of these a process.
    init(_ stop: @escaping @Sendable () -> Void) {
        // A write to a client that has gone is an error of that connection, no reason to die.
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0, "the system gives no pipe")
        let readEnd = ends[0]
        Self.pipeEnd = ends[1]
        source = DispatchSource.makeReadSource(fileDescriptor: readEnd, queue: DispatchQueue(label: "signals"))
        source.setEventHandler {
            var byte: UInt8 = 0
            if read(readEnd, &byte, 1) == 1 { stop() }
        }
        source.resume()
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in
                signal(SIGINT, SIG_DFL)
                signal(SIGTERM, SIG_DFL)
                var byte: UInt8 = 1
                _ = write(StopSignals.pipeEnd, &byte, 1)
            }
        }
    }

    func cancel() {
        source.cancel()
    }
}
