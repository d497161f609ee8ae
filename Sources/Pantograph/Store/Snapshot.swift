/// What a session needs to live on elsewhere: the state after its last event, and that event's number, in one piece.
///
/// Written as one JSON list that begins with the form's version. Names go with the values, so that a screen that has
/// gained or lost a field since gets what still fits.
struct Snapshot {
    var screen: String
    /// Of the bindings that it was taken by.
    var fingerprint: Int
    var locale: String
    var lastEvent: Int
    var effects: EffectLog
    /// Every field that is not secret.
    var fields: [Value.Member]
    /// What `Kept` declares.
    var kept: [Value.Member]
    /// The fields whose `latest` work had not ended.
    var unfinished: [String]

    private static let form = 1

    /// Appends the snapshot to an empty buffer or to other bytes.
    func write(to frame: inout FrameBuffer) {
        frame.open("[")
        frame.item(.integer(Self.form))
        frame.item(.text(screen))
        frame.item(.integer(fingerprint))
        frame.item(.text(locale))
        frame.item(.integer(lastEvent))
        frame.item(.integer(effects.lastID))
        frame.separate()
        frame.open("[")
        for effect in effects.kept {
            frame.separate()
            frame.raw(effect.json)
        }
        frame.close("]")
        frame.item(.object(fields))
        frame.item(Value.object(kept).storable)
        frame.item(.list(unfinished.map(Value.text)))
        frame.close("]")
    }

    /// Nil if the bytes are no snapshot of a form that is known here.
    init?(_ bytes: Span<UInt8>) {
        guard case .list(let items) = Value(json: bytes), items.count == 10, items[0] == .integer(Self.form),
            case .text(let screen) = items[1], case .integer(let fingerprint) = items[2],
            case .text(let locale) = items[3], case .integer(let lastEvent) = items[4],
            case .integer(let lastEffect) = items[5], case .list(let effects) = items[6],
            case .object(let fields) = items[7], case .object(let kept) = items[8].restored,
            case .list(let unfinished) = items[9], lastEvent >= 0
        else { return nil }
        self.screen = screen
        self.fingerprint = fingerprint
        self.locale = locale
        self.lastEvent = lastEvent
        self.effects = EffectLog(lastID: lastEffect, kept: effects)
        self.fields = fields
        self.kept = kept
        self.unfinished = unfinished.compactMap(String.init(value:))
    }

    init(
        screen: LiveScreen, locale: String, lastEvent: Int, effects: EffectLog, unfinished: [Int]
    ) {
        self.screen = screen.name
        fingerprint = screen.bindings.fingerprint
        self.locale = locale
        self.lastEvent = lastEvent
        self.effects = effects
        fields = screen.fieldValues
        kept = screen.keptValues
        self.unfinished = unfinished.map { screen.bindings.fields[$0].slot.name }
    }
}

extension FrameBuffer {
    /// An item of a list; deadlines are not expected.
    fileprivate mutating func item(_ value: Value) {
        separate()
        self.value(value, now: Instant(sinceEpoch: .zero))
    }
}

extension Value {
    /// The member that stands for a moment; no name that anybody would choose.
    private static let momentName = "\0at"

    /// With moments as nanoseconds since the epoch, where JSON would have them relative to now.
    var storable: Value {
        switch self {
        case .deadline(let moment): .object([Member(Self.momentName, .integer(moment.nanoseconds))])
        case .list(let values): .list(values.map(\.storable))
        case .object(let members): .object(members.map { Member($0.name, $0.value.storable) })
        case .null, .bool, .integer, .number, .text: self
        }
    }

    /// The opposite of `storable`.
    var restored: Value {
        switch self {
        case .object(let members):
            if members.count == 1, members[0].name == Self.momentName, case .integer(let moment) = members[0].value {
                .deadline(Instant(sinceEpoch: .nanoseconds(moment)))
            } else {
                .object(members.map { Member($0.name, $0.value.restored) })
            }
        case .list(let values): .list(values.map(\.restored))
        case .null, .bool, .integer, .number, .text, .deadline: self
        }
    }
}

extension Instant {
    /// Since the epoch, of the years from 1698 to 2242, so that nothing overflows.
    fileprivate var nanoseconds: Int {
        let (seconds, attoseconds) = min(max(sinceEpoch, .seconds(-1 << 33)), .seconds(1 << 33)).components
        return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    }
}
