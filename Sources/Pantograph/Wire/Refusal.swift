/// What was refused and why: an item of a frame's `errors` (protocol section 6).
struct Refusal: Sendable, Equatable {
    enum Code: String, Sendable {
        case malformed
        case notOpen = "not-open"
        case alreadyOpen = "already-open"
        case unknownScreen = "unknown-screen"
        case unknownField = "unknown-field"
        case unknownAction = "unknown-action"
        case wrongType = "wrong-type"
        case tooLong = "too-long"
        case disabled
        case busy
        case failed
        case expired
    }

    let code: Code
    var number: Int?
    var field: String?
    /// Which entry of the log tells more.
    var id: String?
    /// English, for developers.
    let message: String

    func write(to frame: inout FrameBuffer) {
        frame.open("{")
        frame.name("code")
        frame.text(code.rawValue)
        if let number {
            frame.name("n")
            frame.integer(number)
        }
        if let field {
            frame.name("field")
            frame.text(field)
        }
        if let id {
            frame.name("id")
            frame.text(id)
        }
        frame.name("message")
        frame.text(message)
        frame.close("}")
    }
}
