import Foundation
import Pantograph
import PantographTesting
import Screens

/// What a session costs without a socket, in nanoseconds: prints `name value unit` lines.
@main
struct CoreBenchmark {
    static func main() {
        report("session_registration_change", nanoseconds(of: 200_000, registrationChanges()))
        report("session_counter_tap", nanoseconds(of: 200_000, counterTaps()))
        let narrow = nanoseconds(of: 100_000, wideChanges(outputs: 10))
        let wide = nanoseconds(of: 5_000, wideChanges(outputs: 1_000))
        report("session_change_10_outputs", narrow)
        report("session_change_1000_outputs", wide)
        let message = Array(#"{"set":{"mail":"somebody@example.co"},"n":1234567}"#.utf8)
        report("json_read", nanoseconds(of: 200_000) { _ in precondition(Value(json: message.span) != nil) })
        let data = Data(message)
        report(
            "json_read_foundation",
            nanoseconds(of: 200_000) { _ in precondition((try? JSONSerialization.jsonObject(with: data)) != nil) })
    }

    private static func report(_ name: String, _ nanoseconds: Double) {
        print("\(name) \(nanoseconds.formatted(.number.precision(.fractionLength(0)).grouping(.never))) ns")
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

    private static func wideChanges(outputs: Int) -> (Int) -> Void {
        let client = Client(
            [outputs == 10 ? Route(Narrow.self) { _ in Narrow() } : Route(Wide.self) { _ in Wide() }],
            open: outputs == 10 ? "narrow" : "wide")
        let messages = ["a", "b"].map { Array(#"{"set":{"text":"\#($0)"}}"#.utf8) }
        return { client.send(messages[$0 % 2]) }
    }
}
