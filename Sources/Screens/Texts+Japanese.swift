extension Texts {
    /// 日本語
    public static let japanese = Texts(
        success: "完了",
        sorry: "申し訳ありません",
        failed: "サーバーで問題が発生しました。しばらくしてから、もう一度お試しください。",
        codeSent: "認証コードを送信しました。",
        newCodeSent: "新しい認証コードを送信しました。",
        codeIsWrong: "認証コードが正しくありません。ご確認のうえ、もう一度入力してください。",
        codeIsSpent: "この認証コードは使用できなくなりました。新しいコードを取得してください。",
        tooManyMessages: "この電話番号で1日に受け取れる認証コードの上限に達しました。明日、もう一度お試しください。",
        tooManyMessagesFromHere: "お使いのネットワークから送信できる認証コードの上限に達しました。明日、もう一度お試しください。",
        messageNotSent: "SMSを送信できませんでした。しばらくしてから、もう一度お試しください。",
        digitsLeftOut: { "番号が長すぎるため、末尾の\($0)桁は入力されませんでした。" },
        codeMessage: { "認証コードは\($0)です。このコードは誰にも教えないでください。" },
        profileSaved: "プロフィールを保存しました。",
        urlIsInvalid: "https:// または http:// で始まるURLを入力してください。",
        greeting: { "\($0)さん、ようこそ" },
        mailIsInvalid: "正しいメールアドレスを入力してください。",
        mailIsTaken: "このメールアドレスはすでに登録されています。",
        passwordsDiffer: "パスワードが一致しません。",
        registered: "アカウントを登録しました。",
        busy: "混み合っています",
        tooManyRegistrations: "現在、登録が集中しています。数秒後に、もう一度お試しください。"
    )
}
