import Pantograph
import PantographStores
import Testing

@Suite struct KeyCheckSpecs {
    @Test func `a store begun with one key is refused with another`() async throws {
        let store = MemoryStore(now: { Instant(sinceEpoch: .seconds(1_000_000_000)) })
        let key = MasterKey()
        try await SessionArchive(store, sealing: SodiumSeal(key)).checkKey()
        try await SessionArchive(store, sealing: SodiumSeal(key)).checkKey()

        await #expect(throws: SessionArchive.WrongKey.self) {
            try await SessionArchive(store, sealing: SodiumSeal(MasterKey())).checkKey()
        }
    }
}
