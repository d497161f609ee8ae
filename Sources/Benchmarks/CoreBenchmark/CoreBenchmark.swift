import Foundation
import Pantograph
import PantographTesting
import Screens

/// What a session costs without a socket, in nanoseconds: prints `name value unit` lines.
@main
struct CoreBenchmark {
    static func main() {
        let message = Array(#"{"set":{"mail":"somebody@example.co"},"n":1234567}"#.utf8)
        let data = Data(message)
        report("session_registration_change", 200_000) { registrationChanges() }
        report("session_counter_tap", 200_000) { counterTaps() }
        report("session_change_10_outputs", 100_000) { wideChanges(Narrow.self) { Narrow() } }
        report("session_change_1000_outputs", 50_000) { wideChanges(Wide.self) { Wide() } }
        reportRatio(
            "session_1000_to_10_outputs", wideChanges(Wide.self) { Wide() }, wideChanges(Narrow.self) { Narrow() })
        report("json_read", 200_000) { { _ in precondition(Value(json: message.span) != nil) } }
        report("json_read_foundation", 200_000) {
            { _ in precondition((try? JSONSerialization.jsonObject(with: data)) != nil) }
        }
    }

    /// Measures what `make` returns unless the command line names other measurements.
    private static func report(_ name: String, _ count: Int, _ make: () -> (Int) -> Void) {
        guard isWanted(name) else { return }
        let time = nanoseconds(of: count, make())
        print("\(name) \(time.formatted(.number.precision(.fractionLength(0)).grouping(.never))) ns")
    }

    /// The median of many short turns, one after the other, so that what disturbs both cancels out.
    private static func reportRatio(_ name: String, _ first: (Int) -> Void, _ second: (Int) -> Void) {
        guard isWanted(name) else { return }
        let clock = ContinuousClock()
        let ratios = (0..<101).map { _ in
            clock.measure { for index in 0..<1_000 { first(index) } }
                / clock.measure { for index in 0..<1_000 { second(index) } }
        }
        print(String(format: "%@ %.2f ratio", name, ratios.sorted()[50]))
    }

    private static func isWanted(_ name: String) -> Bool {
        let wanted = CommandLine.arguments.dropFirst()
        return wanted.isEmpty || wanted.contains(name)
    }

    /// The best of five rounds, so that what disturbs the machine counts least.
    private static func nanoseconds(of count: Int, _ body: (Int) -> Void) -> Double {
        for index in 0..<count / 10 { body(index) }
        var best = Double.infinity
        for round in 1...5 {
            let time = ContinuousClock().measure { for index in 0..<count { body(round * count + index) } }
            best = min(best, time / .nanoseconds(1) / Double(count))
        }
        return best
    }

    /// Each change turns a valid address into an invalid one or back, so that a delta answers it.
    private static func registrationChanges() -> (Int) -> Void {
        let client = Client(Application.forBenchmarks.routes, open: "registration")
        let messages = ["somebody@example.co", "somebody@example.c"].map { mail in
            Array(#"{"set":{"mail":"\#(mail)"}}"#.utf8)
        }
        return { client.send(messages[$0 % 2]) }
    }

    private static func counterTaps() -> (Int) -> Void {
        let client = Client(Application.forBenchmarks.routes, open: "counter")
        let message = Array(#"{"tap":"countUp"}"#.utf8)
        return { _ in client.send(message) }
    }

    private static func wideChanges<S: Screen>(_ screen: S.Type, _ make: @escaping @Sendable () -> S) -> (Int) -> Void {
        let client = Client([Route(screen) { _ in make() }], open: screen.name)
        let messages = ["a", "b"].map { Array(#"{"set":{"text":"\#($0)"}}"#.utf8) }
        return { client.send(messages[$0 % 2]) }
    }
}
