import CSodium

/// libsodium must be started before its first use.
enum Sodium {
    /// The initializer of a global runs once, whatever thread comes first.
    private static let status = sodium_init()

    static func start() {
        precondition(status >= 0, "libsodium could not be started: the system has no source of random numbers")
    }
}
