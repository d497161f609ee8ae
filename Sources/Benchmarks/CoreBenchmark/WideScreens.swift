import Observation
import Pantograph
import Screens

/// A screen with ten outputs, one of which changes with its field.
final class Narrow: Screen {
    var text = ""
    let constant = "a value of some length"

    static let bindings = Bindings<Narrow> {
        Field("text", \.text)
        Output("echo", \.text)
        for index in 1..<10 { Output("output\(index)", \.constant) }
    }
}

/// The same with a thousand outputs.
@Observable
final class Wide: Screen {
    var text = ""
    let constant = "a value of some length"

    static let bindings = Bindings<Wide>.observed {
        Field("text", \.text)
        Output("echo", \.text)
        for index in 1..<1_000 { Output("output\(index)", \.constant) }
    }
}

extension Application {
    /// Its sign-in is not used.
    static var forBenchmarks: Application {
        let now: @Sendable () -> Instant = { Instant(sinceEpoch: .zero) }
        let codes = SignInCodes(gateway: ConsoleGateway(), now: now, log: { _ in })
        let everybody = Shared("counter", 0, in: MemoryStore(now: now), now: now)
        return Application(codes: codes, accounts: MemoryAccounts(), everybody: everybody)
    }
}
