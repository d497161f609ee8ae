/// What another tap of an async action does while it still runs.
public enum WhileRunning: Sendable {
    /// The tap is refused as `busy`.
    case ignore
    /// The tap runs after the current one, if the action is enabled then.
    case queue
    /// The current run is cancelled and the action starts anew.
    case restart
}
