import Synchronization

/// How many WebSockets there are, in all and for each address. Shared by all loops.
final class ConnectionLimits: Sendable {
    private struct Counts {
        var total = 0
        var byAddress: [String: Int] = [:]
    }

    private let total: Int
    private let perAddress: Int
    private let counts = Mutex(Counts())

    init(total: Int, perAddress: Int) {
        self.total = total
        self.perAddress = perAddress
    }

    /// Takes a place; false if there is none.
    func take(_ address: String) -> Bool {
        counts.withLock { counts in
            guard counts.total < total, counts.byAddress[address, default: 0] < perAddress else { return false }
            counts.total += 1
            counts.byAddress[address, default: 0] += 1
            return true
        }
    }

    var count: Int { counts.withLock(\.total) }

    func giveBack(_ address: String) {
        counts.withLock { counts in
            counts.total -= 1
            let left = counts.byAddress[address, default: 1] - 1
            counts.byAddress[address] = left > 0 ? left : nil
        }
    }
}
