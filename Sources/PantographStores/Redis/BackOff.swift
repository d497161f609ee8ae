/// How long to wait before the next attempt: twice as long as before the last one, up to 300 ms.
struct BackOff {
    private var pause = Duration.milliseconds(50)

    mutating func next() -> Duration {
        defer { pause = min(pause * 2, .milliseconds(300)) }
        return pause
    }
}
