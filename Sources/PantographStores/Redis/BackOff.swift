/// How long to wait before the next attempt: twice as long as before the last one, up to a second.
struct BackOff {
    private var pause = Duration.milliseconds(50)

    mutating func next() -> Duration {
        defer { pause = min(pause * 2, .seconds(1)) }
        return pause
    }
}
