/// The effects that a session brought about: numbered, the last ones kept for a `resume`.
struct EffectLog {
    /// An effect as it travels.
    struct Entry {
        let id: Int
        let json: [UInt8]
    }

    /// Protocol section 3: the last 16 are kept.
    static let keptCount = 16

    private(set) var kept: [Entry] = []
    private(set) var lastID = 0

    /// No effects yet.
    init() {}

    /// The effects of a session that lived elsewhere. One that has no id between 1 and `lastID` is left out.
    init(lastID: Int, kept: [Value]) {
        self.lastID = max(0, lastID)
        self.kept = kept.suffix(Self.keptCount).compactMap { effect in
            guard case .integer(let id) = effect["id"], 1...max(1, lastID) ~= id else { return nil }
            return Entry(id: id, json: Array(effect.json.utf8))
        }
    }

    /// Ids up to `id` are not given any more.
    mutating func skip(to id: Int) {
        lastID = max(lastID, id)
    }

    /// Numbers an effect; nil for one that is nothing to send.
    mutating func append(_ effect: Effect) -> Entry? {
        var frame = FrameBuffer()
        frame.open("{")
        frame.name("id")
        frame.integer(lastID + 1)
        switch effect {
        case .focus(let field):
            frame.name("focus")
            frame.text(field)
        case .alert(let title, let message, let ok):
            frame.name("alert")
            frame.open("{")
            frame.name("title")
            frame.text(title)
            frame.name("message")
            frame.text(message)
            if let ok {
                frame.name("ok")
                frame.text(ok)
            }
            frame.close("}")
        case .announce(let text):
            frame.name("announce")
            frame.text(text)
        case .go:
            return nil
        }
        frame.close("}")
        lastID += 1
        let entry = Entry(id: lastID, json: Array(frame.payload))
        if kept.count == Self.keptCount { kept.removeFirst() }
        kept.append(entry)
        return entry
    }
}
