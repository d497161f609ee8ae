extension Session {
    /// Writes one frame with all that the client does not know yet; nothing if there is nothing to tell.
    func writeFrame(to frame: inout FrameBuffer) {
        let isWhole = outbox.session != nil || outbox.isNewScreen
        // Also what the client has sent since: it forgets all when it is told the whole state.
        if isWhole { forgetWhatIsShown() }
        frame.open("{")
        if let (token, resumed) = outbox.session {
            frame.name("session")
            frame.open("{")
            frame.name("token")
            frame.text(token)
            frame.name("resumed")
            frame.bool(resumed)
            frame.close("}")
        }
        if isWhole {
            frame.name("screen")
            frame.text(screen.name)
        }
        writeValues(to: &frame, isWhole: isWhole)
        if outbox.owesAck {
            frame.name("ack")
            frame.integer(lastEvent)
        }
        if archived.isOwed {
            frame.name("saved")
            frame.integer(archived.event)
            archived.isOwed = false
        }
        outbox.writeRest(to: &frame)
        outbox.session = nil
        outbox.isNewScreen = false
        outbox.owesAck = false
        frame.close("}")
        if frame.payload.count == 2 { frame.clear() }
    }

    /// Writes the member `set` if a value has changed, and in any case beside `session` and `screen`.
    private func writeValues(to frame: inout FrameBuffer, isWhole: Bool) {
        let before = frame.mark
        frame.name("set")
        frame.open("{")
        let empty = frame.payload.count
        screen.writeChanges(to: &frame, known: &known, now: loop.now, isWhole: isWhole)
        if frame.payload.count == empty, !isWhole {
            frame.restore(before)
        } else {
            frame.close("}")
        }
    }
}
