/// Whom to believe when they say for whom they speak.
struct TrustedProxies: Sendable {
    private let networks: [Network]

    private struct Network: Sendable {
        let address: NetworkAddress
        /// How many bits of it count.
        let length: Int

        /// An address, or a network as `10.0.0.0/8`.
        init?(_ text: String) {
            let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard let address = NetworkAddress(parts[0]) else { return nil }
            let size = address.isVersion4 ? 32 : 128
            guard let length = parts.count == 1 ? size : Int(parts[1]), 0...size ~= length,
                parts.count == 1 || parts[1] == "\(length)"
            else { return nil }
            self.address = address
            self.length = length + 128 - size
        }

        func contains(_ other: NetworkAddress) -> Bool {
            zip(address.bytes, other.bytes).enumerated().allSatisfy { index, pair in
                let bits = min(max(length - 8 * index, 0), 8)
                return (pair.0 ^ pair.1) >> (8 - bits) == 0
            }
        }
    }

    /// Throws `ServerError` for a text that is neither an address nor a network.
    init(_ texts: [String]) throws(ServerError) {
        var networks: [Network] = []
        for text in texts {
            guard let network = Network(text) else { throw .badProxy(text) }
            networks.append(network)
        }
        self.networks = networks
    }

    /// Whose request it is that `peer` has sent with this X-Forwarded-For. Each proxy adds at the end whom it heard, and
    /// what stands before the last one that is trusted anybody may have written.
    func client(of peer: NetworkAddress, forwardedFor header: String?) -> NetworkAddress {
        var client = peer
        for entry in (header ?? "").split(separator: ",").reversed() {
            let text = entry.drop { $0 == " " }.prefix { $0 != " " }
            guard isTrusted(client), let address = NetworkAddress(text) else { break }
            client = address
        }
        return client
    }

    private func isTrusted(_ address: NetworkAddress) -> Bool {
        networks.contains { $0.contains(address) }
    }
}
