import Testing

@testable import Pantograph

@Suite struct WireSpecs {
    @Test(
        arguments: [
            (nil, "null"), (true, "true"), (-7, "-7"), (9_223_372_036_854_775_807, "9223372036854775807"), (0.5, "0.5"),
            (.number(.infinity), "null"), (.number(.nan), "null"),
            (["a", ["b": nil], .list([])], "[\"a\",{\"b\":null},[]]"),
            ("\"\\/\u{8}\n\r\t\u{1f}\u{7f}é😀\0", "\"\\\"\\\\/\\u0008\\n\\r\\t\\u001f\u{7f}é😀\\u0000\""), ([:], "{}"),
        ] as [(Value, String)])
    func `values are written as JSON and read again`(value: Value, json: String) {
        #expect(value.json == json)
        if case .number(let number) = value, !number.isFinite { return }
        #expect(Value(json: Array(json.utf8).span) == value)
    }

    @Test func `a deadline is the milliseconds left, rounded up and never below nothing`() {
        var frame = FrameBuffer()
        let now = Instant(sinceEpoch: .seconds(100))
        frame.value(
            .list([
                .deadline(now.advanced(by: .microseconds(1_001))), .deadline(now.advanced(by: .seconds(-5))),
                .deadline(Instant(sinceEpoch: .seconds(Int64.max))),
            ]), now: now)
        #expect(String(decoding: frame.payload, as: UTF8.self) == #"[{"in":2},{"in":0},{"in":1099511627776000}]"#)
    }

    @Test func `a frame keeps its headroom and is used again`() {
        var frame = FrameBuffer(headroom: 16)
        frame.value(["a": 1], now: Instant(sinceEpoch: .zero))
        frame.clear()
        frame.value([], now: Instant(sinceEpoch: .zero))
        #expect(Array(frame.payload) == Array("[]".utf8))
        #expect(frame.bytes.count == 18)
    }

    @Test func `tokens name a session and hold 128 random bits, and read back`() throws {
        let tokens = (0..<1_000).map { _ in Token(to: RandomID()) }

        #expect(Set(tokens.map(\.text)).count == tokens.count)
        for token in tokens {
            #expect(token.text.utf8.count == 44)
            #expect(Token(token.text) == token)
        }
        for text in [
            "", "x", String(repeating: "_", count: 44), String(repeating: "é", count: 22), tokens[0].text + "A",
        ] {
            #expect(Token(text) == nil)
        }
    }

    @Test(arguments: [
        ("ja", "ja"), ("en;q=0.5, ja;q=0.8", "ja"), ("ko-KR,en;q=0.9", "ko-KR"), ("*", nil), ("", nil), (";;,q=1", nil),
        ("en;q=0", nil), ("en;q=nonsense, ru;q=0.1", "ru"), ("<script>", nil), (" de ; q=1 ", "de"),
    ])
    func `Accept-Language names the preferred language`(header: String, tag: String?) {
        #expect(AcceptLanguage.preferred(header) == tag)
    }

    @Test(arguments: [
        ("ru, en;q=0.9, ja;q=0.9, *;q=0.1, ko;q=0.95", ["ru", "ko", "en", "ja", "*"]),
        ("en;q=0, *", ["*"]), ("en;q=nan, ja;q=-1, ko;q=0.001", ["ko"]), ("", []), ("../x, a/b", []),
        (Array(repeating: "en", count: 40).joined(separator: ","), Array(repeating: "en", count: 32)),
    ])
    func `Accept-Language is read by weight`(header: String, ranges: [String]) {
        #expect(AcceptLanguage.ranges(header) == ranges)
    }

    @Test func `timers run in the order of their times, and of insertion`() {
        var queue = TimerQueue()
        let start = Instant(sinceEpoch: .zero)
        var ids: [TimerQueue.ID] = []
        var expected: [Int] = []
        let order = Order()
        for number in 0..<500 {
            let second = (number * 7919) % 50
            ids.append(queue.insert(at: start.advanced(by: .seconds(second))) { order.append(number) })
        }
        for number in 0..<500 where number % 3 == 0 { queue.cancel(ids[number]) }
        for second in 0..<50 { expected += (0..<500).filter { $0 % 3 != 0 && ($0 * 7919) % 50 == second } }

        #expect(queue.popDue(at: start.advanced(by: .seconds(-1))) == nil)
        while let body = queue.popDue(at: start.advanced(by: .seconds(50))) { body() }

        #expect(order.numbers == expected)
        #expect(queue.next == nil)
    }

    /// Used by one test, on one thread.
    private final class Order: @unchecked Sendable {
        private(set) var numbers: [Int] = []

        func append(_ number: Int) { numbers.append(number) }
    }
}
