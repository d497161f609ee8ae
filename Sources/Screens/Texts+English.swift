extension Texts {
    /// The table that every other language follows, and that stands in where one is missing.
    public static let english = Texts(
        success: "Success",
        sorry: "Sorry",
        failed: "Something went wrong on our side. Please try again in a moment.",
        codeSent: "Your PhoneNumber was sent successfully!",
        newCodeSent: "A new code is on its way.",
        codeIsWrong: "This is not the code that we sent. Please check it and try again.",
        codeIsSpent: "This code can’t be used any more. Please get a new one.",
        tooManyMessages: "This number has received as many codes as it can in a day. Please try again tomorrow.",
        tooManyMessagesFromHere: "Too many codes were sent to numbers from your network. Please try again tomorrow.",
        messageNotSent: "The message could not be sent. Please try again in a moment.",
        digitsLeftOut: { count in
            count == 1
                ? "1 digit did not fit and was left out." : "\(count) digits did not fit and were left out."
        },
        codeMessage: { "Your code is \($0). Nobody from us will ever ask you for it." },
        profileSaved: "Your profile was saved.",
        urlIsInvalid: "enter an address that begins with https:// or http://",
        greeting: { "Welcome, \($0)!" },
        mailIsInvalid: "enter valid mail address",
        mailIsTaken: "already registered",
        passwordsDiffer: "must match password",
        registered: "You are registered.",
        busy: "One moment, please",
        tooManyRegistrations: "Many people are registering right now. Please try again in a few seconds."
    )
}
