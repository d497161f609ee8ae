import CLibuv
import Glibc
public import Pantograph

/// The time of this process: the epoch's, read once, and advanced by the monotonic clock.
public enum SystemTime {
    private static let epoch: Duration = {
        var real = timespec()
        clock_gettime(CLOCK_REALTIME, &real)
        return .seconds(real.tv_sec) + .nanoseconds(real.tv_nsec) - .nanoseconds(Int64(uv_hrtime()))
    }()

    /// The present moment. From any thread.
    public static var now: Instant { Instant(sinceEpoch: epoch + .nanoseconds(Int64(uv_hrtime()))) }
}
