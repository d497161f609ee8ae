import Pantograph
import PantographTesting
import Testing

/// What happens to a session when connections come and go.
@Suite struct ConnectionSpecs {
    private let session = TestSession([Route(Sample.self) { Sample($0) }], open: "sample")

    @Test func `resume brings a new token, the whole state and the ack`() {
        let token = session.token
        session.set("name", to: "A")
        session.set("pin", to: "1234")
        session.disconnect()
        session.resume()

        #expect(session.isResumed)
        #expect(session.token != token)
        #expect(session.ack == 2)
        #expect(session["name"] == "A")
        #expect(session["pin"] == nil as Value?)
        #expect(session["pinLength"] == 4)
    }

    @Test func `effects that were not seen come again, the last sixteen at most`() {
        for _ in 0..<20 { session.tap("greet") }
        session.disconnect()
        session.resume(seen: 18)
        #expect(session.frames.last?["do"].map(\.json)?.contains("\"id\":19") == true)
        #expect(session.effects.count == 22)

        session.disconnect()
        session.resume(seen: 0)
        #expect(session.effects.count == 38)
    }

    @Test func `work goes on while nobody is connected`() {
        session.tap("work")
        session.disconnect()
        session.advance(by: .seconds(10))
        session.resume()

        #expect(session["note"] == "done")
    }

    @Test func `a session is forgotten when it was kept long enough`() {
        session.disconnect()
        session.advance(by: .seconds(15 * 60 - 1))
        session.resume()
        #expect(session.isResumed)

        session.disconnect()
        session.advance(by: .seconds(15 * 60))
        session.resume()
        #expect(session.errors.map { $0["code"] } == ["expired"])
        #expect(!session.loop.hasTimers)

        session.send(["open": "sample"])
        #expect(session["name"] == "")
        #expect(!session.isResumed)
    }

    @Test func `a predecessor is good until the first message, and voids a successor that was never used`() {
        let first = session.token
        session.disconnect()
        session.resume()
        let neverUsed = session.token
        session.disconnect()
        session.resume(token: first)
        #expect(session.isResumed)

        session.disconnect()
        session.resume(token: neverUsed)
        #expect(session.errors.map { $0["code"] } == ["expired"])
    }

    @Test(arguments: [["ping": 1], ["tap": "greet"], ["open": "sample"], ["no": "verb"]] as [Value])
    func `any first message voids the predecessor`(message: Value) {
        let first = session.token
        session.disconnect()
        session.resume()
        session.send(message)
        session.disconnect()
        session.resume(token: first)

        #expect(session.errors.last?["code"] == "expired")
    }

    @Test func `a resume takes the session over`() {
        let old = session.closeCode
        session.resume()
        session.tap("greet")

        #expect(old == nil)
        #expect(session.ack == 1)
    }

    @Test func `leave frees the session`() {
        session.send(["leave": true])
        #expect(session.closeCode == .left)

        session.resume()
        #expect(session.errors.map { $0["code"] } == ["expired"])
        #expect(!session.loop.hasTimers)
    }

    @Test func `a slow client gets one frame with the newest values`() {
        session.takeFrames(false)
        for text in ["1x", "2x", "3x"] { session.send(["set": ["digits": .text(text)]]) }
        #expect(session.frames.count == 1)

        session.takeFrames(true)
        #expect(session.frames.last == ["set": ["digits": "3"], "ack": 3])
        #expect(session.frames.count == 2)
    }

    @Test func `a client that lets effects pile up is closed`() {
        session.takeFrames(false)
        for _ in 0..<64 { session.tap("greet") }
        #expect(session.closeCode == nil)

        session.tap("greet")
        #expect(session.closeCode == .notReading)
    }

    @Test func `the twentieth malformed message in a minute closes`() {
        for _ in 0..<19 { session.send(bytes: [0x7b]) }
        #expect(session.closeCode == nil)

        session.advance(by: .seconds(60))
        for _ in 0..<19 { session.send(bytes: [0x7b]) }
        #expect(session.closeCode == nil)

        session.send(bytes: [0x7b])
        #expect(session.closeCode == .tooManyMalformed)
    }

    @Test func `a session and its screen are freed`() {
        weak var probe: Sample?
        do {
            let session = TestSession { visit in
                let sample = Sample(visit)
                Probe.sample = sample
                return sample
            }
            probe = Probe.sample
            Probe.sample = nil
            session.tap("work")
            session.disconnect()
            session.advance(by: .seconds(3_600))
            #expect(session.loop.hasTimers == false)
        }

        #expect(probe == nil)
    }

    private enum Probe {
        // Written and read by one test.
        nonisolated(unsafe) static weak var sample: Sample?
    }
}
