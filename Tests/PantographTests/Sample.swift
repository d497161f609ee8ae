import Pantograph

/// A screen with one of everything, for the specs of sessions.
final class Sample: Screen {
    enum Failure: Error { case asked }

    var name = ""
    var pin = ""
    var agreed = false
    var age: Int?
    var note = ""
    var isLocked = false
    var isBusy = false
    var digits = ""
    var runs = 0
    var found = ""
    private(set) var deadline: Instant?
    let clock: SessionClock

    init(_ visit: Visit) { clock = visit.clock }

    var secondsLeft: Int { deadline?.secondsLeft(from: clock.now) ?? 0 }

    func fail() throws { throw Failure.asked }

    func failAloud() throws {
        throw AlertedError(Failure.asked, title: "Sorry", message: "Later, please")
    }

    func failLater() async throws {
        try await clock.sleep(for: .seconds(1))
        throw Failure.asked
    }

    func work() async throws {
        isBusy = true
        try await clock.sleep(for: .seconds(2))
        note = "half"
        try await clock.sleep(for: .seconds(2))
        note = "done"
        isBusy = false
        runs += 1
    }

    func lockAndWork() async throws {
        isLocked = true
        try await clock.sleep(for: .seconds(2))
        isLocked = false
        note = "unlocked"
    }

    func nameEvent() async throws {
        note = EventID.current?.description ?? ""
    }

    static let bindings = Bindings<Sample> {
        Field("name", \.name, .limit(8)).enabled { !$0.isLocked }.onReturn { _ in .focus("age") }
        Field("pin", \.pin, .secret)
        Field("agreed", \.agreed)
        Field("age", \.age)
        Field("digits", { $0.digits }, change: { $0.digits = String($1.filter(\.isNumber).prefix(3)) })
            .latest(after: .milliseconds(300)) { sample in
                let digits = sample.digits
                try await sample.clock.sleep(for: .seconds(1))
                return digits
            } apply: {
                $0.found = $1
            }
        Output("note", \.note)
        Output("isBusy", \.isBusy)
        Output("runs", \.runs)
        Output("found", \.found)
        Output("deadline", \.deadline)
        Output("secondsLeft", \.secondsLeft)
        Output("pinLength") { $0.pin.count }
        Action("work", enabled: { !$0.isBusy }) { try await $0.work() }
        Action("queue", whileRunning: .queue) { try await $0.work() }
        Action("restart", whileRunning: .restart) { try await $0.work() }
        Action("fail") { try $0.fail() }
        Action("failAloud") { try $0.failAloud() }
        Action("failLater") { try await $0.failLater() }
        Action("lock") { $0.isLocked = true }
        Action("greet") { _ in .alert(title: "Hello", message: "There", ok: "lock") }
        Action("startCountdown") { $0.deadline = $0.clock.now.advanced(by: .seconds(3)) }
        Action("enter", enabled: { $0.pin == "1234" }) { $0.note = "entered" }
        Action("lockAndWork") { try await $0.lockAndWork() }
        Action("nameEvent") { try await $0.nameEvent() }
        Action("go") { .go(Other(from: $0.name)) }
        Action("goLater") { sample in
            try await sample.clock.sleep(for: .seconds(2))
            return .go(Other(from: sample.name))
        }
        Kept("deadline", \.deadline)
        Kept("found", \.found)
        Kept("note", \.note)
        Kept("runs", \.runs)
        Tick(at: { sample in
            sample.deadline.flatMap { deadline in
                sample.secondsLeft > 0 ? deadline.advanced(by: .seconds(1 - sample.secondsLeft)) : nil
            }
        })
    }
}

final class Other: Screen {
    let origin: String
    var remark = ""

    init(from origin: String) { self.origin = origin }

    static let bindings = Bindings<Other> {
        Field("remark", \.remark).onReturn { _ in .focus("remark") }
        Output("origin", \.origin)
        Kept("origin", stored: \.origin)
        Action("stay") { _ in }
    }
}
