/// A screen as its session runs it, the view model's type erased.
///
/// Slots number what the client shows: the fields first, then the outputs. Confined to the session.
protocol LiveScreen: AnyObject {
    var name: String { get }
    var fieldNames: [String] { get }
    var actionNames: [String] { get }
    var slotCount: Int { get }

    func field(_ name: String) -> Int?
    func action(_ name: String) -> Int?
    func isEnabled(field: Int) -> Bool
    func isEnabled(action: Int) -> Bool
    func whileRunning(action: Int) -> WhileRunning
    func set(field: Int, to value: Value) -> FieldAcceptance

    /// Whether anything is to be done for `trigger`, and whether it may wait.
    func kind(of trigger: Trigger) -> TriggerKind
    func perform(_ trigger: Trigger) throws -> Effect?
    func performAsync(_ trigger: Trigger) async throws -> Effect?
    /// How long the field rests before its `latest` work; nil if it has none.
    func latestDelay(field: Int) -> Duration?
    /// Does the field's `latest` work and returns the change to make.
    func latest(field: Int) async throws -> () -> Void

    /// The earliest moment after `now` at which a tick is due, and which ones are due then.
    func nextTick(after now: Instant) -> (time: Instant, ticks: [Int])?

    /// Writes the slots whose value differs from `known`, and notes there that the client knows them now.
    func writeChanges(to frame: inout FrameBuffer, known: inout [Value?], now: Instant)
}

/// What can make a screen's code run.
enum Trigger: Hashable, Sendable {
    case action(Int)
    case change(field: Int)
    case returnKey(field: Int)
    case tick(Int)
}

enum TriggerKind {
    case none, sync, async
}
