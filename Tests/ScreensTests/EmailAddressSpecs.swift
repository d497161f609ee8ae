import Screens
import Testing

@Suite struct EmailAddressSpecs {
    @Test(arguments: [
        ("a@b.co", "a@b.co"),
        ("user+tag@example.com", "user+tag@example.com"),
        ("o'brien@example.com", "o'brien@example.com"),
        ("a@b.photography", "a@b.photography"),
        ("x@xn--r8jz45g.xn--zckzah", "x@xn--r8jz45g.xn--zckzah"),
        ("info@例え.jp", "info@xn--r8jz45g.jp"),
        ("info@例え。jp", "info@xn--r8jz45g.jp"),
        ("info@ＥＸＡＭＰＬＥ.com", "info@example.com"),
        ("a@faß.de", "a@xn--fa-hia.de"),
        ("a@bu\u{308}cher.de", "a@xn--bcher-kva.de"),
        ("a@пример.рф", "a@xn--e1afmkfd.xn--p1ai"),
        ("a@도메인.한국", "a@xn--hq1bm8jm9l.xn--3e0b707e"),
        ("a@i❤.ws", "a@xn--i-7iq.ws"),
        ("A.B@EXAMPLE.CO", "A.B@example.co"),
        (" a@b.co ", "a@b.co"),
        ("\u{3000}a@b.co\t\n", "a@b.co"),
        (".a..b.@b.co", ".a..b.@b.co"),
        ("!#$%&'*+/=?^_`{|}~-@b.co", "!#$%&'*+/=?^_`{|}~-@b.co"),
        ("1@2.33", "1@2.33"),
        ("a@b-c.d--e.co", "a@b-c.d--e.co"),
    ])
    func `an address is taken in its normal form`(text: String, address: String) {
        #expect(EmailAddress(text)?.description == address)
    }

    @Test(arguments: [
        "", " ", "a", "@", "a@", "@b.co", "a@b", "a@b.c", "a b@c.co", "a@b..co", "a@.b.co", "a@-b.co", "a@b-.co",
        "a@b.co.", "a@@b.co", "a@b@c.co", "<a@b.co>", "\"a b\"@c.co", "a@b_c.co", "a@b c.co", "a@b,c.co",
        "a@[127.0.0.1]", "a@b.co:25", "あ@b.co", "é@b.co", "a＠b.co", "a@b.co\u{0}", "a\u{0}@b.co", "a@例え\u{0}.jp",
        "a\n@b.co", "a@b.co, c@d.co", "(c)a@b.co", "a;b@c.co", "a:b@c.co", "a\\b@c.co", "a@例え_.jp", "a@例え/.jp",
        "a@-例え.jp", "a@例え..jp", "a@\u{AD}.jp", "a@%65.co", "a@\u{301}b.co", "mailto:a@b.co",
    ])
    func `anything else is refused`(text: String) {
        #expect(EmailAddress(text) == nil)
    }

    @Test func `the part before the @ has 64 bytes at most`() {
        #expect(EmailAddress(String(repeating: "a", count: 64) + "@b.co") != nil)
        #expect(EmailAddress(String(repeating: "a", count: 65) + "@b.co") == nil)
    }

    @Test func `a label has 63 bytes at most, in ASCII`() {
        #expect(EmailAddress("a@" + String(repeating: "b", count: 63) + ".co") != nil)
        #expect(EmailAddress("a@" + String(repeating: "b", count: 64) + ".co") == nil)
        #expect(EmailAddress("a@" + String(repeating: "例", count: 60) + ".co") == nil)
    }

    @Test func `an address has 254 bytes at most`() {
        let labels = String(repeating: "abcdefghi.", count: 25)
        #expect(EmailAddress("a@" + labels + "co") != nil)
        #expect(EmailAddress("a@" + labels + "com") == nil)
    }
}
