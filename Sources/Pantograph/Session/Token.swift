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
        guard text.utf8.count == 2 * RandomID.length, let session = RandomID(text.prefix(RandomID.length)),
            let secret = RandomID(text.suffix(RandomID.length))
        else { return nil }
        self.session = session
        self.secret = secret
    }

    var text: String { session.text + secret.text }
}
