/// The key to a session: which one, and the secret that opens it.
struct Token: Hashable, Sendable {
    let session: RandomID
    let secret: RandomID

    /// A new key to `session`.
    init(to session: RandomID) {
        self.session = session
        secret = RandomID()
    }

    /// Nil if `text` is no text of a token.
    init?(_ text: String) {
        let length = RandomID.length
        // The third part, if there is one, makes an alias.
        guard [2 * length, 3 * length].contains(text.utf8.count), let session = RandomID(text.prefix(length)),
            let secret = RandomID(text.prefix(2 * length).suffix(length))
        else { return nil }
        self.session = session
        self.secret = secret
    }

    var text: String { session.text + secret.text }

    /// The same key under a new text, for a time in which a new key could not be stored: every server knows this one.
    var alias: String { text + RandomID().text }
}
