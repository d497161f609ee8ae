/// Where the client is whose event runs, for limits that count by it.
public enum ClientAddress {
    /// The network address as the transport names it; an IPv6 network of 64 bits counts as one, because a client has all
    /// of it. Set in actions and reactions that may wait, and in tasks that they start; nil where it is not known.
    @TaskLocal public static var current: String?
}
