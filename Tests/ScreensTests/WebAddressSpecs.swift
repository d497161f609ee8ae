import Screens
import Testing

/// Expectations are those of the WHATWG URL standard; what differs on purpose stands in tests of its own.
@Suite struct WebAddressSpecs {
    @Test(arguments: [
        ("https://example.com", "https://example.com"),
        ("http://example.com:8080/a?b#c", "http://example.com:8080/a?b#c"),
        ("HTTPS://EXAMPLE.COM/A", "https://example.com/A"),
        (" https://example.com/ ", "https://example.com/"),
        ("https:example.com", "https://example.com"),
        ("https:/example.com", "https://example.com"),
        ("https:////example.com", "https://example.com"),
        ("https:\\\\example.com\\a", "https://example.com\\a"),
        ("https://example.com?q", "https://example.com?q"),
        ("https://example.com#f", "https://example.com#f"),
        ("https://localhost", "https://localhost"),
        ("https://a_b.example", "https://a_b.example"),
        ("https://-a-.example", "https://-a-.example"),
        ("https://example.com.", "https://example.com."),
        ("https://a..b", "https://a..b"),
        ("https://ex%61mple.com", "https://example.com"),
        ("https://%E4%BE%8B%E3%81%88.jp", "https://xn--r8jz45g.jp"),
        ("https://例え.jp/", "https://xn--r8jz45g.jp/"),
        ("https://例え。ＪＰ", "https://xn--r8jz45g.jp"),
        ("https://faß.de", "https://xn--fa-hia.de"),
        ("https://💩.la", "https://xn--ls8h.la"),
        ("https://XN--R8JZ45G.xn--zca", "https://xn--r8jz45g.xn--zca"),
        ("https://example.com/例 え", "https://example.com/例 え"),
    ])
    func `a host is found and put in normal form`(text: String, href: String) {
        #expect(WebAddress(text)?.href == href)
    }

    @Test(arguments: [
        ("https://example.com:", "https://example.com"),
        ("https://example.com:0", "https://example.com:0"),
        ("https://example.com:65535/", "https://example.com:65535/"),
        ("https://example.com:00000080", "https://example.com:00000080"),
        ("https://user@example.com", "https://user@example.com"),
        ("https://user:pass@example.com:1", "https://user:pass@example.com:1"),
        ("https://a@b@example.com", "https://a@b@example.com"),
        ("https://:@example.com", "https://:@example.com"),
        ("https://[::1]@example.com", "https://[::1]@example.com"),
    ])
    func `a port and a user may stand beside it`(text: String, href: String) {
        #expect(WebAddress(text)?.href == href)
    }

    @Test(arguments: [
        "https://127.0.0.1", "https://0x7f.1", "https://0X7F000001", "https://2130706433", "https://017700000001",
        "https://0x", "https://1.0x", "https://255.255.255.255", "https://1.2.65535", "https://1.16777215",
        "https://4294967295", "https://127.0.0.1.", "https://１２７.0.0.1", "https://0x7f。1", "https://1.2.3.4.example",
        "https://1.2.3.4.5a", "https://[::1]/", "https://[::]", "https://[1::]", "https://[1:2:3:4:5:6:7:8]",
        "https://[1:2:3:4:5:6:7::]", "https://[::2:3:4:5:6:7:8]", "https://[2001:DB8::1]:8080",
        "https://[::ffff:1.2.3.4]", "https://[1:2:3:4:5:6:1.2.3.4]", "https://[64:ff9b::255.255.255.255]",
    ])
    func `an address of the IP is a host`(text: String) {
        #expect(WebAddress(text) != nil)
    }

    @Test(arguments: [
        "https://256.0.0.1", "https://1.2.3.256", "https://1.2.65536", "https://4294967296", "https://1.2.3.4.5",
        "https://1..2", "https://08", "https://1.2.3.09", "https://0x1.0xg.1", "https://a.1", "https://example.0x",
        "https://0x100000000", "https://99999999999999999999999", "https://0xfffffffffffffffffffffffff", "https://.1",
        "https://1.2.3.4..5", "https://[", "https://[]", "https://[::1", "https://::1]", "https://::1", "https://[:]",
        "https://[:::]", "https://[1:2:3:4:5:6:7]", "https://[1:2:3:4:5:6:7:8:9]", "https://[1:2:3:4:5:6:7:8::]",
        "https://[1::2::3]", "https://[12345::]", "https://[g::]", "https://[::1.2.3]", "https://[::1.2.3.256]",
        "https://[::1.2.3.04]", "https://[::1.2.3.4:1]", "https://[1.2.3.4::]", "https://[::1.2.3.4.5]",
        "https://[fe80::1%25eth0]", "https://[::1]a", "https://[1:2:3:4:5:6:7:1.2.3.4]", "https://[:1:2:3:4:5:6:7]",
        "https://[::%31]",
    ])
    func `a bad address of the IP is no host`(text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test(arguments: [
        "", " ", "example.com", "//example.com", "/a", "https", "https:", "https:/", "https://", "https:///",
        "https://?q", "https://#f", "https:\\\\", "https://:80", "https://@", "https://user@", "https://user@/",
        "https://user@:80", "ftp://example.com", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd",
        "mailto:a@b.co", "ws://a", "httpss://a", "http s://a", "://a", "1http://a", "ｈttps://a", "https：//a",
        "view-source:https://a", "https://exa mple.com", "https://a<b", "https://a>b", "https://a^b", "https://a|b",
        "https://a%b", "https://a%20b", "https://a%00b", "https://%zz", "https://a%2fb", "https://a%40b", "https://%ff",
        "https://a[b", "https://a]b", "https://a\u{FFFD}", "https://例<え.jp", "https://\u{AD}", "https://１\u{3000}",
        "https://a％b", "https://a\u{200C}b", "https://example.com:65536", "https://example.com:99999",
        "https://example.com:-1", "https://example.com:x", "https://example.com:8 0", "https://example.com:８０",
        "https://example.com:80:80", "https://xn--/", "https://xn--a", "https://a.xn--a-yoc.b", "https://XN--1UG.a",
    ])
    func `anything else is refused`(text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test(arguments: [
        "java\tscript:alert(1)", "ht\ntps://example.com", "https://exam\tple.com", "https://example.com/\n",
        "\u{1}https://a", "https://example.com/\u{0}", "https://example.com/\u{7F}", "https://example.com/\u{85}",
        "https://example.com\r\n/", "\thttps://example.com",
    ])
    func `control characters are refused, where a browser would drop them`(text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test(arguments: ["https://-例え.jp", "https://例え-.jp", "https://ab--例え.jp", "https://例え..jp"])
    func `Unicode labels that no registry allows are refused, where the standard would let them be`(text: String) {
        #expect(WebAddress(text) == nil)
    }
}
