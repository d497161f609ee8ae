import Pantograph
import PantographTesting
import Screens
import Synchronization
import Testing

@Suite struct SignInCodesSpecs {
    private let loop = TestLoop()
    private let inbox = Inbox()
    private let store: MemoryStore
    private let codes: SignInCodes

    init() {
        store = MemoryStore(now: { [loop] in loop.now })
        codes = SignInCodes(gateway: inbox, records: store, now: { [loop] in loop.now }, log: { _ in })
    }

    private func issue(to number: NationalNumber = .aiko) async throws {
        try await codes.issue(to: number) { $0 }
    }

    /// Digits of which none is in its place in `code`.
    private func wrong(_ code: String) -> String {
        String(code.map { $0 == "9" ? "0" : "9" })
    }

    // MARK: Codes

    @Test func `a code has the digits that were asked for`() async throws {
        var configuration = SignInCodes.Configuration()
        configuration.codeLength = 8
        let codes = SignInCodes(
            configuration, gateway: inbox, records: store, now: { [loop] in loop.now }, log: { _ in })

        try await codes.issue(to: .aiko) { "Your code is \($0)." }

        #expect(await inbox.code.wholeMatch(of: /Your code is [0-9]{8}\./) != nil)
    }

    @Test func `the right code is right once`() async throws {
        try await issue()
        let code = await inbox.code

        #expect(try await codes.verify(code, of: .aiko) == .right)
        #expect(try await codes.verify(code, of: .aiko) == .spent)
    }

    @Test func `an event that runs again hears of the number what was true the first time`() async throws {
        let codes = codes
        try await issue()
        let code = await inbox.code
        let event = EventID(session: "a", number: 1)

        for isKnown in [false, true] {
            let verdict = try await EventID.$current.withValue(event) {
                try await codes.verify(code, of: .aiko, isKnown: isKnown)
            }
            #expect(verdict == .rightOfNewcomer)
        }
    }

    @Test func `a code is good for its own number only`() async throws {
        try await issue()
        let code = await inbox.code
        try await issue(to: .ben)
        let other = await inbox.code

        if code != other { #expect(try await codes.verify(code, of: .ben) == .wrong) }
        #expect(try await codes.verify(code, of: .aiko) == .right)
        #expect(try await codes.verify(other, of: .ben) == .right)
    }

    @Test func `a number without a code has none to guess`() async throws {
        #expect(try await codes.verify("123456", of: .aiko) == .spent)
        #expect(store.count == 0)
    }

    @Test func `the fifth guess may be right`() async throws {
        try await issue()
        let code = await inbox.code

        for _ in 1...4 { #expect(try await codes.verify(wrong(code), of: .aiko) == .wrong) }

        #expect(try await codes.verify(code, of: .aiko) == .right)
    }

    @Test func `after five guesses even the right one is refused until a new code is sent`() async throws {
        try await issue()
        let code = await inbox.code
        for _ in 1...5 { #expect(try await codes.verify(wrong(code), of: .aiko) == .wrong) }

        #expect(try await codes.verify(code, of: .aiko) == .spent)

        loop.advance(by: .seconds(60))
        try await issue()
        #expect(try await codes.verify(await inbox.code, of: .aiko) == .right)
    }

    @Test func `parallel guesses share the five`() async throws {
        try await issue()
        let code = await inbox.code
        let wrong = wrong(code)

        let verdicts = try await withThrowingTaskGroup { group in
            for _ in 1...100 { group.addTask { [codes] in try await codes.verify(wrong, of: .aiko) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(verdicts.count { $0 == .wrong } == 5)
        #expect(verdicts.count { $0 == .spent } == 95)
    }

    @Test func `of parallel right guesses one gets in`() async throws {
        try await issue()
        let code = await inbox.code

        let verdicts = try await withThrowingTaskGroup { group in
            for _ in 1...5 { group.addTask { [codes] in try await codes.verify(code, of: .aiko) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(verdicts.count { $0 == .right } == 1)
    }

    @Test func `a code is good for five minutes`() async throws {
        try await issue()
        loop.advance(by: .seconds(299))
        #expect(try await codes.verify("", of: .aiko) == .wrong)

        loop.advance(by: .seconds(1))
        #expect(try await codes.verify(await inbox.code, of: .aiko) == .spent)
    }

    @Test func `a new code replaces the one before and has guesses of its own`() async throws {
        try await issue()
        let first = await inbox.code
        for _ in 1...4 { _ = try await codes.verify(wrong(first), of: .aiko) }
        loop.advance(by: .seconds(60))

        try await issue()
        let second = await inbox.code

        for _ in 1...4 { #expect(try await codes.verify(wrong(second), of: .aiko) == .wrong) }
        #expect(try await codes.verify(second, of: .aiko) == .right)
    }

    // MARK: Sending

    @Test func `a number in its cool-down gets no second message and keeps its code`() async throws {
        try await issue()
        let code = await inbox.code

        loop.advance(by: .milliseconds(59_999))
        try await issue()
        #expect(await inbox.messages.count == 1)
        #expect(try await codes.verify(code, of: .aiko) == .right)

        loop.advance(by: .milliseconds(1))
        try await issue()
        #expect(await inbox.messages.count == 2)
    }

    @Test func `the cool-down belongs to the number`() async throws {
        try await issue()
        try await issue(to: .ben)

        #expect(await inbox.messages.map(\.to) == [.aiko, .ben])
    }

    @Test func `a number gets ten messages in any 24 hours`() async throws {
        for _ in 1...10 {
            try await issue()
            loop.advance(by: .seconds(60 * 60))
        }

        await #expect(throws: CodeIssuerError.dailyLimitReached) { try await issue() }
        #expect(await inbox.messages.count == 10)

        loop.advance(by: .seconds(14 * 60 * 60))
        try await issue()
        await #expect(throws: CodeIssuerError.dailyLimitReached) {
            loop.advance(by: .seconds(60))
            try await issue()
        }
    }

    @Test func `an address asks for a hundred messages in any 24 hours, of whatever numbers`() async throws {
        try await ClientAddress.$current.withValue("192.0.2.1") {
            for number in 0..<100 { try await issue(to: NationalNumber("090\(10_000_000 + number)")) }
            // In its cool-down, so there is nothing to send.
            try await issue(to: NationalNumber("09010000000"))
            await inbox.goDown()
            await #expect(throws: CodeIssuerError.addressLimitReached) { try await issue() }
            await inbox.comeBack()
        }
        try await ClientAddress.$current.withValue("192.0.2.2") { try await issue() }
        #expect(await inbox.messages.count == 101)

        loop.advance(by: .seconds(24 * 60 * 60))
        try await ClientAddress.$current.withValue("192.0.2.1") { try await issue() }
        #expect(await inbox.messages.count == 102)
    }

    @Test func `messages that were not sent count for no address`() async throws {
        try await ClientAddress.$current.withValue("192.0.2.1") {
            await inbox.goDown()
            for number in 0..<200 {
                await #expect(throws: CodeIssuerError.messageNotSent) {
                    try await issue(to: NationalNumber("090\(10_000_000 + number)"))
                }
            }
            await inbox.comeBack()
            try await issue()
        }
    }

    @Test func `a failed sending uses up nothing`() async throws {
        try await issue()
        let code = await inbox.code
        loop.advance(by: .seconds(60))
        await inbox.goDown()

        for _ in 1...20 { await #expect(throws: CodeIssuerError.messageNotSent) { try await issue() } }

        #expect(try await codes.verify(code, of: .aiko) == .right)
        await inbox.comeBack()
        for _ in 1...9 {
            try await issue()
            loop.advance(by: .seconds(60))
        }
        #expect(await inbox.messages.count == 10)
    }

    @Test func `a failed sending is logged without the number or the code`() async throws {
        let logged = Mutex<[LogEvent]>([])
        let codes = SignInCodes(
            gateway: inbox, records: store, now: { [loop] in loop.now },
            log: { event in logged.withLock { $0.append(event) } })
        await inbox.goDown()

        try? await codes.issue(to: .aiko) { $0 }

        #expect(logged.withLock { $0.map(\.name) } == ["message not sent"])
        #expect(logged.withLock { $0.flatMap(\.details).map(\.value) } == [.text("Down()")])
    }

    @Test func `who asks while a message is on its way waits for that message`() async throws {
        await inbox.hold()

        try await withThrowingTaskGroup { group in
            for _ in 1...20 { group.addTask { try await issue() } }
            group.addTask { [inbox] in await inbox.deliver() }
            try await group.waitForAll()
        }

        #expect(await inbox.messages.count == 1)
    }

    @Test func `a caller that is cancelled does not stop the message`() async throws {
        let asking = Task { try await issue() }
        asking.cancel()
        _ = await asking.result

        #expect(await inbox.messages.count == 1)
        #expect(try await codes.verify(await inbox.code, of: .aiko) == .right)
    }

    @Test func `old entries are forgotten`() async throws {
        for number in 0..<50 { try await issue(to: NationalNumber("090\(10_000_000 + number)")) }
        #expect(store.count == 50)

        loop.advance(by: .seconds(24 * 60 * 60))
        try await issue()

        #expect(store.count == 1)
    }
}
