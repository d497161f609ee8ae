import Pantograph
import PantographTesting
import Testing

@Suite struct SessionSpecs {
    private let session = TestSession { Sample($0) }

    private var frames: ArraySlice<Value> { session.frames.dropFirst() }

    @Test func `open answers with the whole state but the secrets`() {
        #expect(session.frames.count == 1)
        #expect(session.screen == "sample")
        #expect(session["name"] == "")
        #expect(session["age"] == nil as Value)
        #expect(session["deadline"] == nil as Value)
        #expect(session["pin"] == nil as Value?)
        #expect(session.frames[0]["ack"] == nil as Value?)
    }

    @Test func `a value that is merely accepted does not come back`() {
        session.set("name", to: "Aiko")

        #expect(Array(frames) == [["ack": 1]])
    }

    @Test func `a value that the screen corrects comes back`() {
        session.set("digits", to: "1a2")
        session.set("digits", to: "12")

        #expect(Array(frames) == [["set": ["digits": "12"], "ack": 1], ["ack": 2]])
    }

    @Test func `texts that only look equal are different`() {
        session.set("name", to: "e\u{301}")
        session.set("name", to: "\u{e9}")
        session.disconnect()
        session.resume()

        #expect(session["name"].map(\.json) == "\"\u{e9}\"")
    }

    @Test(
        arguments: [
            ("name", 90), ("name", nil), ("agreed", "true"), ("age", "7"), ("age", 1.5), ("pin", .list([])),
        ] as [(String, Value)])
    func `a value of another type is refused and the server's own sent`(field: String, value: Value) {
        session.set(field, to: value)

        #expect(session.errors.map { $0["code"] } == ["wrong-type"])
        #expect(session.errors[0]["field"] == .text(field))
        #expect(session.ack == 1)
        #expect((frames.last?["set"]?[field] == nil) == (field == "pin"))
    }

    @Test func `the limit counts code points`() {
        session.set("name", to: "😀😀😀😀😀😀😀😀")
        session.set("name", to: "123456789")

        #expect(session.errors.map { $0["code"] } == ["too-long"])
        #expect(frames.last?["set"] == ["name": "😀😀😀😀😀😀😀😀"])
    }

    @Test func `a disabled field takes nothing`() {
        session.tap("lock")
        session.set("name", to: "x")
        session.pressReturn(in: "name")

        #expect(session.errors.map { $0["code"] } == ["disabled"])
        #expect(session["name"] == "")
        #expect(session.effects == [])
        #expect(session.ack == 3)
    }

    @Test func `a burst is answered by one frame`() {
        session.burst {
            session.set("name", to: "A")
            session.set("age", to: 7)
            session.tap("greet")
        }

        #expect(frames.count == 1)
        #expect(frames.last?["ack"] == 3)
        #expect(session.effects == [["alert": ["title": "Hello", "message": "There", "ok": "lock"]]])
    }

    @Test func `a repeated number is acknowledged and not run`() {
        session.tap("startCountdown")
        session.send(["tap": "greet", "n": 1])
        session.send(["set": ["name": "x"], "n": 1])

        #expect(session.effects == [])
        #expect(session.frames.suffix(2) == [["ack": 1], ["ack": 1]])
    }

    @Test func `the last number can be used, and then no event without one`() {
        session.send(["tap": "greet", "n": 9_007_199_254_740_991])
        session.send(["tap": "greet"])

        #expect(session.effects.count == 1)
        #expect(session.errors.map { $0["code"] } == ["malformed"])
    }

    @Test(
        arguments: [
            (["set": ["nmae": ""]], "unknown-field", "name"), (["tap": "grete"], "unknown-action", "greet"),
            (["return": "agee"], "unknown-field", "age"), (["set": ["note": ""]], "unknown-field", "name"),
        ] as [(Value, String, String)])
    func `an unknown name is answered by the nearest one`(message: Value, code: String, nearest: String) {
        session.send(message)

        #expect(session.errors.map { $0["code"] } == [.text(code)])
        #expect(session.errors[0]["message"]?.json.contains(nearest) == true)
        #expect(session.ack == 1)
    }

    @Test func `one refused field does not stop the others`() {
        session.send(["set": ["name": "A", "shoe": "43", "age": 7], "n": 1])
        session.disconnect()
        session.resume()

        #expect(session["name"] == "A")
        #expect(session["age"] == 7)
    }

    @Test func `an async action shows what it does between its waits, and a second tap is busy`() {
        session.tap("work")
        #expect(session["isBusy"] == true)

        session.tap("work")
        #expect(session.errors.map { $0["code"] } == ["busy"])

        session.advance(by: .seconds(2))
        #expect(session["note"] == "half")

        session.advance(by: .seconds(2))
        #expect(session["note"] == "done")
        #expect(session["isBusy"] == false)
        #expect(session["runs"] == 1)
    }

    @Test func `queued taps run one after another`() {
        for _ in 0..<3 { session.tap("queue") }

        session.advance(by: .seconds(12))

        #expect(session["runs"] == 3)
        #expect(session.errors == [])
    }

    @Test func `a restarted action ends once`() {
        session.tap("restart")
        session.advance(by: .seconds(3))
        session.tap("restart")
        session.advance(by: .seconds(20))

        #expect(session["runs"] == 1)
        #expect(session.errors == [])
    }

    @Test(arguments: [("fail", 0), ("failLater", 1)])
    func `what throws is answered with an id that the log has`(action: String, seconds: Int) {
        session.tap(action)
        session.advance(by: .seconds(seconds))
        session.tap("greet")

        #expect(session.errors.map { $0["code"] } == ["failed"])
        #expect(session.errors[0]["n"] == 1)
        #expect(session.log.map { $0.details[0].value } == [session.errors[0]["id"]])
        #expect(session.effects.count == 1)
    }

    @Test func `what throws may tell the person why`() {
        session.tap("failAloud")

        #expect(session.errors.map { $0["code"] } == ["failed"])
        #expect(session.log.map { $0.details.last?.value } == ["asked"])
        #expect(session.effects == [["alert": ["title": "Sorry", "message": "Later, please"]]])
    }

    @Test func `debounced work waits for the last change and the newest wins`() {
        session.set("digits", to: "1")
        session.advance(by: .milliseconds(299))
        session.set("digits", to: "12")
        session.advance(by: .milliseconds(1_200))
        session.set("digits", to: "123")
        session.advance(by: .milliseconds(1_299))
        #expect(session["found"] == "")

        session.advance(by: .milliseconds(1))
        #expect(session["found"] == "123")
    }

    @Test func `a countdown shows whole seconds and sends its deadline once`() {
        session.tap("startCountdown")
        session.advance(by: .seconds(5))

        #expect(
            Array(frames) == [
                ["set": ["deadline": ["in": 3000], "secondsLeft": 3], "ack": 1], ["set": ["secondsLeft": 2]],
                ["set": ["secondsLeft": 1]], ["set": ["secondsLeft": 0]],
            ])
        #expect(!session.loop.hasTimers)
    }

    @Test func `a countdown does nothing while nobody is connected and is right afterwards`() {
        session.tap("startCountdown")
        session.disconnect()
        session.advance(by: .milliseconds(1_500))
        session.resume()

        #expect(session["secondsLeft"] == 2)
        #expect(session["deadline"] == ["in": 1500])
        #expect(session.frames.count == 3)
    }

    @Test func `going to another screen replaces the state and cancels what runs`() {
        session.set("name", to: "Aiko")
        session.tap("work")
        session.tap("go")
        session.advance(by: .seconds(9))

        #expect(session.screen == "other")
        #expect(session.state == ["remark": "", "origin": "Aiko"])
        #expect(session.frames.last == ["screen": "other", "set": ["remark": "", "origin": "Aiko"], "ack": 3])
        #expect(!session.loop.hasTimers)
    }

    @Test func `the whole state is whole, also when the client changed something in the same turn`() {
        session.disconnect()
        session.burst {
            session.resume()
            session.set("name", to: "Aiko")
            session.set("pin", to: "1")
        }

        #expect(session["name"] == "Aiko")
        #expect(session.frames.last?["set"]?["name"] == "Aiko")
        #expect(session.frames.last?["set"]?["pin"] == nil as Value?)
    }

    @Test func `several pings are answered one by one`() {
        session.burst {
            session.tap("greet")
            session.send(["ping": 1])
            session.send(["ping": ["a": 2]])
        }

        #expect(frames.map { $0["pong"] } == [1, ["a": 2]])
        #expect(frames.first?["ack"] == 1)
    }
}
