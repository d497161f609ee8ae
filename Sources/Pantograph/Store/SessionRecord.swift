/// What is stored of a session: hashes of its tokens, whose it is, and its snapshot.
struct SessionRecord {
    let newest: [UInt8]
    /// Empty if there is no predecessor.
    let predecessor: [UInt8]
    /// The server that writes it.
    let owner: String
    let snapshot: [UInt8]

    private static let form: UInt8 = 1

    init(newest: [UInt8], predecessor: [UInt8], owner: String, snapshot: [UInt8]) {
        self.newest = newest
        self.predecessor = predecessor
        self.owner = owner
        self.snapshot = snapshot
    }

    /// The form's number, three parts that begin with their length in one byte, and the snapshot.
    var bytes: [UInt8] {
        var bytes = [Self.form]
        bytes.reserveCapacity(128 + snapshot.count)
        for part in [newest, predecessor, Array(owner.utf8)] {
            precondition(part.count <= UInt8.max, "a digest or name of more than 255 bytes")
            bytes.append(UInt8(part.count))
            bytes.append(contentsOf: part)
        }
        bytes.append(contentsOf: snapshot)
        return bytes
    }

    /// Nil if the bytes are no record of a form that is known here.
    init?(_ bytes: [UInt8]) {
        guard bytes.first == Self.form else { return nil }
        var rest = bytes.dropFirst()
        var parts: [[UInt8]] = []
        for _ in 0..<3 {
            guard let count = rest.popFirst(), rest.count >= count else { return nil }
            parts.append(Array(rest.prefix(Int(count))))
            rest = rest.dropFirst(Int(count))
        }
        self.init(
            newest: parts[0], predecessor: parts[1], owner: String(decoding: parts[2], as: UTF8.self),
            snapshot: Array(rest))
    }
}
