import Pantograph
import PantographTesting
import Screens
import Synchronization

/// An issuer that says what it is told to and remembers what it was asked.
final class StubIssuer: CodeIssuer {
    struct Down: Error {}

    let codeLength: Int
    let resendAfter: Duration
    private let state: Mutex<State>

    private struct State {
        var verdict: Result<CodeVerdict, any Error>
        var issueError: (any Error)?
        var guesses: [String] = []
        var issued: [NationalNumber] = []
    }

    init(codeLength: Int = 4, resendAfter: Duration = .seconds(60), verdict: CodeVerdict = .wrong) {
        self.codeLength = codeLength
        self.resendAfter = resendAfter
        state = Mutex(State(verdict: .success(verdict)))
    }

    var guesses: [String] { state.withLock(\.guesses) }
    var issued: [NationalNumber] { state.withLock(\.issued) }

    func answer(_ verdict: CodeVerdict) { state.withLock { $0.verdict = .success(verdict) } }
    func failToVerify(_ error: any Error) { state.withLock { $0.verdict = .failure(error) } }
    func failToIssue(_ error: (any Error)?) { state.withLock { $0.issueError = error } }

    func issue(to number: NationalNumber, message: @escaping @Sendable (String) -> String) async throws {
        try state.withLock { state in
            if let error = state.issueError { throw error }
            state.issued.append(number)
        }
    }

    func verify(_ code: String, of number: NationalNumber, isKnown: Bool) async throws -> CodeVerdict {
        try state.withLock { state in
            state.guesses.append(code)
            return try state.verdict.get()
        }
    }
}

/// An issuer that a session has to wait for.
actor DistantIssuer: CodeIssuer {
    nonisolated let codeLength = 4
    nonisolated let resendAfter = Duration.zero

    func issue(to number: NationalNumber, message: @escaping @Sendable (String) -> String) {}
    func verify(_ code: String, of number: NationalNumber, isKnown: Bool) -> CodeVerdict { .wrong }
}

/// A gateway that delivers to the test.
actor Inbox: MessageGateway {
    struct Down: Error {}

    private(set) var messages: [(to: NationalNumber, text: String)] = []
    private var isDown = false
    private var waiting: [CheckedContinuation<Void, Never>]?

    func send(_ text: String, to number: NationalNumber) async throws {
        if waiting != nil { await withCheckedContinuation { waiting?.append($0) } }
        if isDown { throw Down() }
        messages.append((number, text))
    }

    func goDown() { isDown = true }
    func comeBack() { isDown = false }

    /// Messages wait until `deliver`.
    func hold() { waiting = [] }

    func deliver() {
        let waiting = waiting ?? []
        self.waiting = nil
        for continuation in waiting { continuation.resume() }
    }

    /// The digits of the newest message.
    var code: String { messages.last?.text ?? "" }
}

/// Accounts that do not answer.
struct FailingAccounts: Accounts {
    let error: any Error

    func create(_ mail: EmailAddress, password: String, idempotencyKey: String?) throws {
        throw error
    }

    func person(with number: NationalNumber) throws -> Person? { throw error }
    func save(_ person: Person, with number: NationalNumber) throws { throw error }
    func forget(_ contact: Contact) throws -> Bool { throw error }
}

extension SignIn {
    /// A sign-in with English texts and accounts in memory.
    static func test(
        _ loop: TestLoop = TestLoop(), codes: any CodeIssuer = StubIssuer(), accounts: any Accounts = MemoryAccounts()
    ) -> SignIn {
        SignIn(clock: SessionClock(loop), texts: .english, codes: codes, accounts: accounts)
    }
}

extension Shared where Content == Int {
    /// A count of this process alone.
    static func test(_ loop: TestLoop = TestLoop()) -> Shared<Int> {
        Shared("counter", 0, in: MemoryStore(now: { loop.now }), now: { loop.now })
    }
}

extension Effect? {
    /// The screen that the effect goes to, if it is of this type.
    func screen<S: Screen>(_ type: S.Type = S.self) -> S? {
        if case .go(let screen)? = self { screen as? S } else { nil }
    }

    /// The text of the alert that it is, with its button's action.
    var alert: [String]? {
        if case .alert(let title, let message, let ok)? = self { [title, message, ok ?? ""] } else { nil }
    }

    /// The field that it moves the focus to.
    var focus: String? {
        if case .focus(let field)? = self { field } else { nil }
    }
}

extension NationalNumber {
    static let aiko = NationalNumber("09012345678")
    static let ben = NationalNumber("08098765432")
}
