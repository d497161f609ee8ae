/// A field, its screen's type erased.
struct ErasedField: Sendable {
    /// Work that follows a change after a pause; `work` returns the change to make.
    struct Latest: Sendable {
        let delay: Duration
        let work: @Sendable (AnyObject) async throws -> (AnyObject) -> Void
    }

    var slot: Slot
    /// The stored property that it covers.
    let property: String
    /// False if the value is of another type.
    let write: @Sendable (AnyObject, Value) -> Bool
    /// In code points.
    var limit = 4096
    /// Nil if the field always takes changes.
    var isEnabled: (@Sendable (AnyObject) -> Bool)?
    var change: Body?
    var returnKey: Body?
    var latest: Latest?

    var isSecret: Bool { slot.read == nil }

    init(slot: Slot, property: String, write: @escaping @Sendable (AnyObject, Value) -> Bool) {
        self.slot = slot
        self.property = property
        self.write = write
    }

    func accept(_ value: Value, by root: AnyObject) -> FieldAcceptance {
        guard isWithinLimit(value) else { return .tooLong }
        return write(root, value) ? .taken : .wrongType
    }

    private func isWithinLimit(_ value: Value) -> Bool {
        switch value {
        // A code point takes one byte or more, so most texts need no counting.
        case .text(let text): text.utf8.count <= limit || text.unicodeScalars.count <= limit
        case .list(let values): values.allSatisfy(isWithinLimit)
        default: true
        }
    }
}
