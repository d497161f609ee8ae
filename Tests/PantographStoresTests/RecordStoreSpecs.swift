import Pantograph
import PantographStores
import Testing

/// What every store does.
@Suite struct RecordStoreSpecs {
    private static let kinds = Place.Kind.allCases

    /// A change of the record "a", for an hour.
    private func change(
        _ key: String = "a", if condition: RecordChange.Condition = .atMost(.max), to value: [UInt8] = [1],
        version: Int = 1, at place: Place, for duration: Duration = .seconds(3600)
    ) -> RecordChange {
        RecordChange(of: key, if: condition, to: value, version: version, until: place.moment(in: duration))
    }

    // MARK: Records

    @Test(arguments: kinds) func `there is nothing at first`(kind: Place.Kind) async throws {
        let place = try Place(kind)
        let store = try place.open()

        #expect(try await store.read("a") == nil)
        #expect(try await store.commit([]) == [])
    }

    @Test(arguments: kinds) func `what is committed is read, until it is changed`(kind: Place.Kind) async throws {
        let place = try Place(kind)
        let store = try place.open()

        #expect(try await store.commit([[change(to: [1], version: 3, at: place)]]) == [true])
        #expect(try await store.read("a") == Record(version: 3, value: [1]))

        #expect(try await store.commit([[change(to: [2, 2], version: 4, at: place)]]) == [true])
        #expect(try await store.read("a") == Record(version: 4, value: [2, 2]))
        #expect(try await store.read("b") == nil)
    }

    @Test(arguments: kinds) func `values are any bytes`(kind: Place.Kind) async throws {
        let place = try Place(kind)
        let store = try place.open()
        let values: [[UInt8]] = [
            [], [0], [0, 13, 10, 0], Array(0...255), Array("愛子\u{0}".utf8),
            (0..<256 * 1024).map { UInt8(truncatingIfNeeded: $0 &* 31) },
        ]

        let transactions = values.enumerated().map { [change("\($0)", to: $1, at: place)] }
        #expect(try await store.commit(transactions) == values.map { _ in true })

        for (index, value) in values.enumerated() {
            #expect(try await store.read("\(index)")?.value == value)
        }
    }

    @Test(arguments: kinds) func `keys are any text, and told apart by every byte`(kind: Place.Kind) async throws {
        let place = try Place(kind)
        let store = try place.open()
        let keys = ["", " ", "A", "a", "a\u{0}", "a\u{0}b", "a\r\nb", "'; DROP TABLE records", "*", "愛", "%s %b"]

        let transactions = keys.map { [change($0, to: Array($0.utf8), at: place)] }
        #expect(try await store.commit(transactions) == keys.map { _ in true })

        for key in keys { #expect(try await store.read(key)?.value == Array(key.utf8)) }
    }

    // MARK: Conditions

    @Test(arguments: kinds)
    func `a change for an exact version is made to that version only`(kind: Place.Kind) async throws {
        let place = try Place(kind)
        let store = try place.open()

        #expect(try await store.commit([[change(if: .exactly(1), version: 2, at: place)]]) == [false])
        #expect(try await store.commit([[change(if: .exactly(0), version: 9, at: place)]]) == [true])
        #expect(try await store.commit([[change(if: .exactly(0), version: 10, at: place)]]) == [false])
        #expect(try await store.commit([[change(if: .exactly(10), version: 10, at: place)]]) == [false])
        #expect(try await store.commit([[change(if: .exactly(-9), version: 10, at: place)]]) == [false])
        #expect(try await store.commit([[change(if: .exactly(9), version: 10, at: place)]]) == [true])
        #expect(try await store.read("a")?.version == 10)
    }

    @Test(arguments: kinds)
    func `a change for a version at most is made to that and lower ones`(kind: Place.Kind) async throws {
        let place = try Place(kind)
        let store = try place.open()

        #expect(try await store.commit([[change(if: .atMost(-1), version: 1, at: place)]]) == [false])
        #expect(try await store.commit([[change(if: .atMost(0), version: 10, at: place)]]) == [true])
        #expect(try await store.commit([[change(if: .atMost(9), version: 11, at: place)]]) == [false])
        #expect(try await store.commit([[change(if: .atMost(-100), version: 11, at: place)]]) == [false])
        #expect(try await store.commit([[change(if: .atMost(10), version: 11, at: place)]]) == [true])
        #expect(try await store.commit([[change(if: .atMost(100), version: 12, at: place)]]) == [true])
        #expect(try await store.read("a")?.version == 12)
    }

    /// Around the limits of doubles, and of what versions may be.
    @Test(arguments: kinds, [1 << 53, 1 << 62, Int.max - 1])
    func `neighbours among great versions are told apart`(kind: Place.Kind, version: Int) async throws {
        let place = try Place(kind)
        let store = try place.open()

        #expect(try await store.commit([[change(version: version, at: place)]]) == [true])
        #expect(try await store.read("a")?.version == version)
        for condition in [RecordChange.Condition.exactly(version - 1), .exactly(version + 1), .atMost(version - 1)] {
            #expect(try await store.commit([[change(if: condition, version: version, at: place)]]) == [false])
        }
        #expect(try await store.commit([[change(if: .exactly(version), version: version + 1, at: place)]]) == [true])
        #expect(try await store.commit([[change(if: .atMost(version), version: version, at: place)]]) == [false])
        #expect(try await store.read("a")?.version == version + 1)
    }

    // MARK: Transactions

    @Test(arguments: kinds) func `a transaction is applied wholly or not at all`(kind: Place.Kind) async throws {
        let place = try Place(kind)
        let store = try place.open()

        let applied = try await store.commit([
            [change("a", at: place), change("b", if: .exactly(7), at: place)],
            [change("c", version: 5, at: place), change("d", if: .exactly(0), at: place)],
            [change("c", if: .exactly(5), version: 6, at: place), change("d", if: .exactly(1), at: place)],
            [change("c", if: .exactly(6), version: 7, at: place), change("d", if: .atMost(0), at: place)],
        ])

        #expect(applied == [false, true, true, false])
        #expect(try await store.read("a") == nil)
        #expect(try await store.read("b") == nil)
        #expect(try await store.read("c")?.version == 6)
        #expect(try await store.read("d")?.version == 1)
    }

    @Test(arguments: kinds) func `a transaction sees those before it`(kind: Place.Kind) async throws {
        let place = try Place(kind)
        let store = try place.open()

        let applied = try await store.commit([
            [change(if: .exactly(0), to: [1], version: 1, at: place)],
            [change(if: .exactly(0), to: [9], version: 1, at: place)],
            [change(if: .exactly(1), to: [2], version: 2, at: place)],
            [change(if: .atMost(2), to: [3], version: 3, at: place)],
        ])

        #expect(applied == [true, false, true, true])
        #expect(try await store.read("a") == Record(version: 3, value: [3]))
    }

    @Test(arguments: kinds)
    func `the conditions of a transaction look at what was there before it`(kind: Place.Kind) async throws {
        let place = try Place(kind)
        let store = try place.open()

        let applied = try await store.commit([
            [
                change(if: .exactly(0), to: [1], version: 1, at: place),
                change(if: .exactly(0), to: [2], version: 2, at: place),
            ],
            [
                change("b", if: .exactly(0), to: [1], version: 1, at: place),
                change("b", if: .exactly(1), to: [2], version: 2, at: place),
            ],
            [],
        ])

        #expect(applied == [true, false, true])
        #expect(try await store.read("a") == Record(version: 2, value: [2]))
        #expect(try await store.read("b") == nil)
    }

    // MARK: Ends

    @Test(arguments: kinds) func `an ended record is not there, and has version 0`(kind: Place.Kind) async throws {
        let place = try Place(kind)
        let store = try place.open()
        _ = try await store.commit([
            [change("short", version: 5, at: place, for: .seconds(2))],
            [change("long", version: 5, at: place)],
            [change("longer", version: 5, at: place, for: .seconds(2))],
            [change("longer", version: 6, at: place)],
        ])
        // Redis has a time of its own, and may have come to the end already on a slow machine.
        if kind != .redis { #expect(try await store.read("short")?.version == 5) }

        place.time.pass(.seconds(2))
        try await eventually("the record does not end") { try await store.read("short") == nil }

        #expect(try await store.read("long")?.version == 5)
        #expect(try await store.read("longer")?.version == 6)
        #expect(try await store.commit([[change("short", if: .exactly(5), at: place)]]) == [false])
        #expect(try await store.commit([[change("short", if: .exactly(0), at: place)]]) == [true])
        #expect(try await store.read("short")?.version == 1)
    }

    @Test(arguments: kinds)
    func `a record that has ended before it begins replaces what was there`(kind: Place.Kind) async throws {
        let place = try Place(kind)
        let store = try place.open()

        _ = try await store.commit([[change("a", at: place)]])
        #expect(try await store.commit([[change("a", version: 2, at: place, for: .zero)]]) == [true])
        #expect(try await store.commit([[change("b", at: place, for: .seconds(-5))]]) == [true])

        #expect(try await store.read("a") == nil)
        #expect(try await store.read("b") == nil)
    }

    @Test(arguments: kinds) func `the end may be as far as can be said`(kind: Place.Kind) async throws {
        let place = try Place(kind)
        let store = try place.open()

        #expect(try await store.commit([[change(at: place, for: .seconds(Int64.max / 2))]]) == [true])
        #expect(try await store.read("a") != nil)
    }

    // MARK: At once

    @Test(arguments: kinds) func `increments by many tasks at once are all counted`(kind: Place.Kind) async throws {
        let place = try Place(kind)
        let store = try place.open()
        let end = place.moment(in: .seconds(3600))

        try await withThrowingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    for _ in 0..<20 {
                        while true {
                            let version = try await store.read("n")?.version ?? 0
                            let change = RecordChange(
                                of: "n", if: .exactly(version), to: [], version: version + 1, until: end)
                            if try await store.commit([[change]]) == [true] { break }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }

        #expect(try await store.read("n")?.version == 1000)
    }

    @Test(arguments: kinds) func `calls at once get each their own answer`(kind: Place.Kind) async throws {
        let place = try Place(kind)
        let store = try place.open()
        let end = place.moment(in: .seconds(3600))

        try await withThrowingTaskGroup { group in
            for caller in 0..<200 {
                group.addTask {
                    // One to a dozen transactions, of which every third is not for a record that is there.
                    let wanted = (0...caller % 12).map { ($0 + caller) % 3 != 0 }
                    let transactions = wanted.enumerated().map { index, applies in
                        [
                            RecordChange(
                                of: "\(caller)/\(index)", if: .exactly(applies ? 0 : 7), to: [UInt8(caller)],
                                version: 1, until: end)
                        ]
                    }
                    #expect(try await store.commit(transactions) == wanted)
                    for (index, applies) in wanted.enumerated() {
                        let record = try await store.read("\(caller)/\(index)")
                        #expect(record == (applies ? Record(version: 1, value: [UInt8(caller)]) : nil))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: kinds) func `a call may have thousands of transactions`(kind: Place.Kind) async throws {
        let place = try Place(kind)
        let store = try place.open()

        let transactions = (0..<5000).map { [change("\($0)", at: place)] }
        #expect(try await store.commit(transactions).allSatisfy { $0 })
        #expect(try await store.read("4999") != nil)
    }

    // MARK: Set aside, reopened, announced

    @Test(arguments: kinds) func `what is set aside is not there any more`(kind: Place.Kind) async throws {
        let place = try Place(kind)
        let store = try place.open()
        _ = try await store.commit([[change("a", version: 5, at: place)], [change("b", at: place)]])

        try await store.setAside("a")
        try await store.setAside("nothing")

        #expect(try await store.read("a") == nil)
        #expect(try await store.read("b") != nil)
        #expect(try await store.commit([[change("a", if: .exactly(0), version: 1, at: place)]]) == [true])
        try await store.setAside("a")
        #expect(try await store.read("a") == nil)
    }

    @Test(arguments: [Place.Kind.sqlite, .redis])
    func `a store opened anew has what the one before it had`(kind: Place.Kind) async throws {
        let place = try Place(kind)
        let first = try place.open()
        _ = try await first.commit([
            [change("a", to: [1, 2], version: 1 << 62, at: place)], [change("b", at: place)],
        ])
        await (first as? SQLiteStore)?.close()

        let second = try place.open()

        #expect(second.isDurable)
        #expect(try await second.read("a") == Record(version: 1 << 62, value: [1, 2]))
        #expect(try await second.commit([[change("a", if: .exactly(1 << 62), at: place)]]) == [true])
        #expect(try await second.read("b") != nil)
    }

    @Test(arguments: kinds) func `notices reach all listeners`(kind: Place.Kind) async throws {
        let place = try Place(kind)
        let near = try place.open()
        let far = kind == .redis ? try place.open() : near
        let heard = (0..<3).map { _ in Gathered<Notice>() }
        for (store, heard) in zip([near, near, far], heard) { store.listen(heard.append) }
        // A store of many servers takes a moment to listen.
        try await eventually("not everybody listens") {
            try await near.announce(Notice("are you", "there?"))
            return heard.allSatisfy { !$0.all.isEmpty }
        }

        let notices = [Notice("", ""), Notice("3:a", "b\n:\u{0}愛"), Notice("end", "")]
        for notice in notices { try await near.announce(notice) }

        for heard in heard {
            try await eventually("the last notice is not heard") { heard.all.last == notices.last }
            #expect(Array(heard.all.suffix(3)) == notices)
        }
    }
}
