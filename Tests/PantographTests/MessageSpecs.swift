import Testing

@testable import Pantograph

/// The codec, with what hostile clients send.
@Suite struct MessageSpecs {
    private func read(_ text: String) throws(MessageError) -> Message {
        try Message(Array(text.utf8).span)
    }

    private func isMalformed(_ bytes: [UInt8]) -> Bool {
        do {
            _ = try Message(bytes.span)
            return false
        } catch {
            if case .malformed = error { return true }
            return false
        }
    }

    @Test func `each verb is read, whatever else comes along and in whatever order`() throws {
        #expect(try read(#"{"open":"counter","locale":"ja","colour":[{}]}"#) == .open(screen: "counter", locale: "ja"))
        #expect(try read(#" { "seen" : 4 , "resume" : "t" } "#) == .resume(token: "t", seen: 4))
        #expect(try read(#"{"n":7,"tap":"go"}"#) == .event(.tap("go"), number: 7))
        #expect(try read(#"{"return":"name"}"#) == .event(.return("name"), number: nil))
        #expect(try read(#"{"leave":true}"#) == .leave)
        #expect(try read(#"{"ping": [1, 2] }"#) == .ping(Array("[1, 2]".utf8)))
        let set = [Value.Member("a", "x"), Value.Member("b", 1), Value.Member("a", nil)]
        #expect(try read(#"{"set":{"a":"x","b":1,"a":null},"n":1}"#) == .event(.set(set), number: 1))
    }

    @Test(arguments: [
        "", " ", "{", "}", "{}", "[]", "null", "7", "\"tap\"", "{\"tap\"}", "{\"tap\":}", "{\"tap\":\"a\",}", "{,}",
        "{\"tap\":\"a\"", "{\"tap\":\"a\"}}", "{\"tap\":\"a\"} x", "{'tap':'a'}", "{tap:\"a\"}", "{\"tap\":\"a}",
        "{\"tap\":\"a\",\"tap\":\"a\"}", "{\"tap\":\"a\",\"ping\":1}", "{\"tap\":\"a\",\"n\":1,\"n\":2}", "{\"tap\":7}",
        "{\"set\":[]}", "{\"set\":\"a\"}",
        "{\"open\":null}", "{\"open\":\"a\",\"locale\":7}", "{\"resume\":7}", "{\"resume\":\"a\",\"seen\":-1}",
        "{\"resume\":\"a\",\"seen\":\"4\"}", "{\"leave\":false}", "{\"leave\":1}", "{\"knock\":1,\"n\":1}",
        "{\"tap\":\"a\",\"n\":0}", "{\"tap\":\"a\",\"n\":-0}", "{\"tap\":\"a\",\"n\":1.5}",
        "{\"tap\":\"a\",\"n\":\"1\"}",
        "{\"tap\":\"a\",\"n\":true}", "{\"tap\":\"a\",\"n\":null}", "{\"tap\":\"a\",\"n\":9007199254740992}",
        "{\"tap\":\"a\",\"n\":1e400}", "{\"tap\":\"a\",\"n\":01}", "{\"tap\":\"a\",\"n\":+1}",
        "{\"tap\":\"a\",\"n\":1.}",
        "{\"tap\":\"a\",\"n\":.5}", "{\"tap\":\"a\",\"n\":1e}", "{\"tap\":\"a\",\"n\":-}", "{\"tap\":\"a\",\"n\":0x1}",
        "{\"tap\":\"a\",\"n\":NaN}", "{\"tap\":\"a\",\"x\":tru}", "{\"tap\":\"a\",\"x\":nulll}", "{\"tap\":\"\\x\"}",
        "{\"tap\":\"\\u12\"}", "{\"tap\":\"\\ud800\"}", "{\"tap\":\"\\udc00\"}", "{\"tap\":\"\\ud800\\u0041\"}",
        "{\"tap\":\"\\ud800\\ud800\"}", "{\"tap\":\"\\\"}", "{\"tap\":\"a\u{1}\"}", "{\"tap\":\"a\nb\"}",
        "\u{feff}{\"tap\":\"a\"}",
    ])
    func `anything else is malformed`(text: String) {
        #expect(isMalformed(Array(text.utf8)))
    }

    @Test func `escapes are read`() throws {
        let text = #"{"tap":"\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\ude00\u0000"}"#
        #expect(try read(text) == .event(.tap("\"\\/\u{8}\u{c}\n\r\tA\u{e9}😀\0"), number: nil))
    }

    @Test func `nesting of sixteen is the limit`() throws {
        func nested(_ levels: Int) -> String {
            "{\"ping\":" + String(repeating: "[", count: levels - 1) + String(repeating: "]", count: levels - 1) + "}"
        }

        #expect(throws: Never.self) { try read(nested(16)) }
        #expect(isMalformed(Array(nested(17).utf8)))
        #expect(isMalformed(Array(nested(30_000).utf8)))
        #expect(isMalformed(Array(("{\"tap\":\"a\",\"x\":" + String(repeating: "{\"a\":", count: 10_000)).utf8)))
    }

    @Test(
        arguments: [[0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98], [0xff], [0x80], [0xf4, 0x90, 0x80, 0x80]]
            as [[UInt8]])
    func `bytes that are no UTF-8 are told apart`(bytes: [UInt8]) {
        let message = Array("{\"tap\":\"".utf8) + bytes + Array("\"}".utf8)
        #expect(throws: MessageError.self) { try Message(message.span) }
        #expect(!isMalformed(message))
        #expect(!isMalformed(bytes))
    }

    @Test func `no bytes trap`() {
        var generator = SystemRandomNumberGenerator()
        let seeds = [
            #"{"set":{"mail":"a@b.co","n":[1,2.5e3,{"x":null}]},"n":7}"#, #"{"open":"\ud83d\ude00","locale":"ja"}"#,
            #"{"resume":"abc","seen":12}"#, #"{"ping":{"a":[true,false,-0.1e-2]}}"#,
        ].map { Array($0.utf8) }
        for round in 0..<20_000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0...Int.random(in: 0...4, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0...3, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: index)
                case 2: bytes.insert(bytes[Int.random(in: bytes.indices, using: &generator)], at: index)
                default: bytes.removeSubrange(index...)
                }
                if bytes.isEmpty { bytes = [0x7b] }
            }
            _ = try? Message(bytes.span)
        }
    }
}
