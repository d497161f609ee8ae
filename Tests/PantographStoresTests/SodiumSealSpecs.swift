import Pantograph
import PantographStores
import Testing

@Suite struct SodiumSealSpecs {
    private let master = MasterKey()
    private let seal: SodiumSeal
    private let plain = Array("attempts left: 3".utf8)

    init() {
        seal = SodiumSeal(master)
    }

    @Test(arguments: [0, 1, 300, 65_536]) func `what is sealed opens under its key`(count: Int) {
        let plain = [UInt8](repeating: 7, count: count)

        #expect(seal.open(seal.seal(plain, for: "session/1"), for: "session/1") == plain)
        #expect(SodiumSeal(master).open(seal.seal(plain, for: ""), for: "") == plain)
    }

    @Test func `it does not open under another key, nor with another secret`() {
        let sealed = seal.seal(plain, for: "session/1")

        #expect(seal.open(sealed, for: "session/2") == nil)
        #expect(seal.open(sealed, for: "") == nil)
        #expect(SodiumSeal(MasterKey()).open(sealed, for: "session/1") == nil)
    }

    @Test func `a single bit that is flipped, and a piece that is missing, are noticed`() {
        let sealed = seal.seal(plain, for: "session/1")

        for bit in 0..<sealed.count * 8 {
            var flipped = sealed
            flipped[bit / 8] ^= 1 << (bit % 8)
            #expect(seal.open(flipped, for: "session/1") == nil)
        }
        for count in 0..<sealed.count { #expect(seal.open(Array(sealed.prefix(count)), for: "session/1") == nil) }
        #expect(seal.open(sealed + [0], for: "session/1") == nil)
    }

    @Test func `equal values differ when sealed, and 40 bytes are added`() {
        let sealed = (0..<100).map { _ in seal.seal(plain, for: "session/1") }

        #expect(Set(sealed).count == 100)
        #expect(sealed.allSatisfy { $0.count == plain.count + 40 })
    }

    @Test func `digests are the same for the same text and secret only`() {
        let digest = seal.digest("token")

        #expect(digest.count == 32)
        #expect(SodiumSeal(master).digest("token") == digest)
        #expect(seal.digest("token ") != digest)
        #expect(SodiumSeal(MasterKey()).digest("token") != digest)
    }
}
