/// A shared value, its type erased: wakes the sessions that show it. From any thread.
protocol SharedSource: AnyObject, Sendable {
    /// `session` shows the value from now on, until it is removed.
    func add(_ session: Session)
    func remove(_ session: Session)
}
