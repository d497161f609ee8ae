import Testing

@testable import PantographServer

@Suite struct ProxySpecs {
    /// Whose request it is, as limits name clients.
    private func client(of peer: String, _ header: String?, trusting proxies: [String]) throws -> String {
        let peer = try #require(NetworkAddress(peer))
        return try TrustedProxies(proxies).client(of: peer, forwardedFor: header).client
    }

    @Test(arguments: [
        ("203.0.113.1", "203.0.113.1"), ("::ffff:203.0.113.1", "203.0.113.1"), ("203.0.113.1:80", "203.0.113.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"), ("[2001:db8:1:2::9]", "2001:db8:1:2::/64"),
        ("::1", "0:0:0:0::/64"),
    ])
    func `clients are told apart by their IPv4 address or their IPv6 network`(text: String, name: String) {
        #expect(NetworkAddress(text)?.client == name)
    }

    @Test(arguments: [
        "", "x", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.4/8", "[::1", "unknown", "_hidden", "::g", ":80",
    ])
    func `what is no address is none`(text: String) {
        #expect(NetworkAddress(text) == nil)
    }

    @Test(arguments: [
        // Of somebody who is trusted, the last address that he was told, however he writes it.
        ("127.0.0.1", "203.0.113.1", "203.0.113.1"),
        ("127.0.0.1", "  203.0.113.1 ", "203.0.113.1"),
        ("127.0.0.1", "203.0.113.9, 203.0.113.1", "203.0.113.1"),
        ("127.0.0.1", "203.0.113.9,203.0.113.1:4711", "203.0.113.1"),
        ("::ffff:127.0.0.1", "2001:db8::1", "2001:db8:0:0::/64"),
        // Through a chain of them.
        ("127.0.0.1", "203.0.113.9, 203.0.113.1, 10.1.2.3", "203.0.113.1"),
        ("127.0.0.1", "203.0.113.1, 10.1.2.3, 10.255.255.255", "203.0.113.1"),
        ("2001:db8:ff::1", "203.0.113.1, 10.0.0.1", "203.0.113.1"),
        // All of them are trusted: the first one asks for itself.
        ("127.0.0.1", "10.0.0.1", "10.0.0.1"),
        // What cannot be read ends the chain.
        ("127.0.0.1", "203.0.113.1, unknown", "127.0.0.1"),
        ("127.0.0.1", "203.0.113.1, unknown, 10.0.0.1", "10.0.0.1"),
        ("127.0.0.1", "203.0.113.1, 11.0.0.1", "11.0.0.1"),
        ("127.0.0.1", "", "127.0.0.1"),
        // Of anybody else, nothing.
        ("127.0.0.2", "203.0.113.1", "127.0.0.2"),
        ("11.0.0.1", "203.0.113.1", "11.0.0.1"),
        ("2001:db8:fe::1", "203.0.113.1", "2001:db8:fe:0::/64"),
    ])
    func `proxies that are trusted tell for whom they speak`(peer: String, header: String, name: String) throws {
        #expect(try client(of: peer, header, trusting: ["127.0.0.1", "10.0.0.0/8", "2001:db8:ff::/48"]) == name)
    }

    @Test func `nobody is trusted unless named`() throws {
        #expect(try client(of: "127.0.0.1", "203.0.113.1", trusting: []) == "127.0.0.1")
        #expect(try client(of: "127.0.0.1", nil, trusting: ["0.0.0.0/0"]) == "127.0.0.1")
    }

    @Test(arguments: [
        ("10.1.2.3/31", "10.1.2.2", true), ("10.1.2.3/31", "10.1.2.4", false), ("10.1.2.3/32", "10.1.2.2", false),
        ("0.0.0.0/0", "255.1.2.3", true), ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "2001:db8::1", true),
        ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
    ])
    func `networks end at any bit`(network: String, peer: String, isTrusted: Bool) throws {
        #expect(try (client(of: peer, "203.0.113.1", trusting: [network]) == "203.0.113.1") == isTrusted)
    }

    @Test(arguments: ["", "x", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8/8", "::/129", "/8", "localhost"])
    func `what is neither an address nor a network is refused`(text: String) {
        #expect(throws: ServerError.self) { try TrustedProxies([text]) }
    }
}
