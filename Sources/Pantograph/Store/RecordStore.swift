/// Small values by key, each with a version and an end: where sessions, codes, counts and shared values live on.
///
/// Everything that needs more than this (claims, sealing, limits) is built on these few operations, so that a store is
/// small and all stores behave alike. Used from any thread; work that blocks must leave the caller's event loop.
public protocol RecordStore: Sendable {
    /// Whether what was committed survives a crash of this process.
    var isDurable: Bool { get }

    /// The record of a key; nil if there is none or its end has come.
    ///
    /// Throws whatever keeps the store from answering.
    func read(_ key: String) async throws -> Record?

    /// Applies each transaction wholly or, if one of its conditions does not hold, not at all. Returns which were
    /// applied; from then on they are as durable as the store makes them. A transaction sees those before it.
    ///
    /// Throws if it is not known what became of them.
    func commit(_ transactions: [[RecordChange]]) async throws -> [Bool]

    /// Puts a record that cannot be read out of the way, without deleting it.
    func setAside(_ key: String) async throws

    /// Tells all listeners, those of other servers on this store too. Best effort: who is away misses it.
    func announce(_ notice: Notice) async throws

    /// Calls `body` for every notice from now on, on any thread.
    func listen(_ body: @escaping @Sendable (Notice) -> Void)
}

/// A value as it is stored.
public struct Record: Sendable, Equatable {
    /// Rises with every change; 1 or more.
    public let version: Int
    /// What was stored.
    public let value: [UInt8]

    /// Made by stores.
    public init(version: Int, value: [UInt8]) {
        self.version = version
        self.value = value
    }
}

/// A change of one record.
public struct RecordChange: Sendable {
    /// What the stored version must be; a record that is not there, or whose end has come, has version 0.
    public enum Condition: Sendable {
        case exactly(Int)
        case atMost(Int)
    }

    /// Which record.
    public let key: String
    /// When the change is made.
    public let condition: Condition
    /// The version from then on.
    public let version: Int
    /// The value from then on.
    public let value: [UInt8]
    /// When the record ceases to exist.
    public let end: Instant

    /// Describes a change.
    public init(of key: String, if condition: Condition, to value: [UInt8], version: Int, until end: Instant) {
        self.key = key
        self.condition = condition
        self.version = version
        self.value = value
        self.end = end
    }

    /// Whether the change applies to a record of this version.
    public func applies(to version: Int) -> Bool {
        switch condition {
        case .exactly(let wanted): version == wanted
        case .atMost(let limit): version <= limit
        }
    }
}

/// A short message to all servers on one store.
public struct Notice: Sendable, Equatable {
    /// What it is about.
    public let topic: String
    /// What it says.
    public let text: String

    /// What a store tells its own listeners when it was away: notices may have been missed, and records lost.
    public static let storeIsBack = Notice("store", "back")

    /// A message on a topic.
    public init(_ topic: String, _ text: String) {
        self.topic = topic
        self.text = text
    }
}
