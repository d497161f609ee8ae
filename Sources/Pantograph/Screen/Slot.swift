/// A value of a screen that a client shows: what it is called and how it is read.
struct Slot: Sendable {
    let name: String
    /// The name as JSON, with the colon.
    let encodedName: [UInt8]
    /// Nil for a secret field, which is never sent.
    var read: (@Sendable (AnyObject) -> Value)?

    init(_ name: String, _ read: @escaping @Sendable (AnyObject) -> Value) {
        self.name = name
        encodedName = FrameBuffer.encoded(name: name)
        self.read = read
    }
}
