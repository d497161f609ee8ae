/// All texts that the screens show to people, in one language.
///
/// Sentences for people: calm, short, and they say what to do next. The wire's own error messages are not among them.
public struct Texts: Sendable {
    let success: String
    let sorry: String
    let failed: String

    let codeSent: String
    let newCodeSent: String
    let codeIsWrong: String
    let codeIsSpent: String
    let tooManyMessages: String
    let tooManyMessagesFromHere: String
    let messageNotSent: String
    let digitsLeftOut: @Sendable (_ count: Int) -> String
    let codeMessage: @Sendable (_ code: String) -> String

    let profileSaved: String
    let urlIsInvalid: String
    let greeting: @Sendable (_ name: String) -> String

    let mailIsInvalid: String
    let mailIsTaken: String
    let passwordsDiffer: String
    let registered: String
    let busy: String
    let tooManyRegistrations: String

    /// The texts for a language tag (RFC 5646), found as RFC 4647 looks up: "en-GB", then "en"; English if there are
    /// none.
    public static func `for`(_ tag: String) -> Texts {
        var range = tag.lowercased()[...]
        while !range.isEmpty {
            if let texts = languages[String(range)] { return texts }
            guard let hyphen = range.lastIndex(of: "-") else { break }
            range = range[..<hyphen]
        }
        return english
    }

    /// By language tag in lower case; another language is one more line and one more table.
    private static let languages = ["en": english, "ja": japanese, "ko": korean, "ru": russian]

    /// The tags of the languages that have a table, in order.
    public static var tags: [String] { languages.keys.sorted() }
}

extension Texts {
    /// Why no message was sent.
    func sendingFailed(_ error: any Error) -> String {
        switch error {
        case CodeIssuerError.dailyLimitReached: tooManyMessages
        case CodeIssuerError.addressLimitReached: tooManyMessagesFromHere
        case CodeIssuerError.messageNotSent: messageNotSent
        default: failed
        }
    }
}
