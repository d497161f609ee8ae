extension String {
    /// Whether nothing can be seen of this text: empty or white space (Unicode White_Space) only.
    var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    /// This text without the white space around it.
    var trimmingBlanks: Substring {
        // Most texts have nothing around them, and are found to at once.
        if let first = utf8.first, let last = utf8.last, 0x21...0x7E ~= first, 0x21...0x7E ~= last { return self[...] }
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return self[endIndex...] }
        return self[first..<scalars.index(after: last)]
    }
}
