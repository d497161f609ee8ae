/// Which declared name is nearest to one that is not.
enum NearestName {
    /// The declared name with the smallest edit distance (Levenshtein); nil if nothing is declared.
    static func find(for name: String, among declared: some Sequence<String>) -> String? {
        // A hostile name may be 64 KiB long; its beginning tells enough.
        let wanted = Array(name.unicodeScalars.prefix(64))
        return declared.min { distance(wanted, Array($0.unicodeScalars)) < distance(wanted, Array($1.unicodeScalars)) }
    }

    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var row = Array(0...right.count)
        for (i, scalar) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let replaced = diagonal + (scalar == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
            }
        }
        return row[right.count]
    }
}
