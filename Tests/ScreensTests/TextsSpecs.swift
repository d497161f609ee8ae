import Pantograph
import PantographTesting
import Screens
import Testing

@Suite struct TextsSpecs {
    private let loop = TestLoop()

    /// What every text of a language holds, so that one forgotten in English is noticed.
    private static let scripts: [String: @Sendable (Unicode.Scalar) -> Bool] = [
        "en": { ("a"..."z").contains($0) },
        "ja": { ("\u{3040}"..."\u{30FF}").contains($0) || ("\u{4E00}"..."\u{9FFF}").contains($0) },
        "ko": { ("\u{AC00}"..."\u{D7A3}").contains($0) },
        "ru": { ("\u{400}"..."\u{4FF}").contains($0) },
    ]

    @Test(arguments: [
        ("en", "enter valid mail address"), ("en-GB", "enter valid mail address"),
        ("EN-us", "enter valid mail address"),
        ("ja", "正しいメールアドレスを入力してください。"), ("ja-JP", "正しいメールアドレスを入力してください。"),
        ("JA-jp-x-kansai", "正しいメールアドレスを入力してください。"),
        ("ko", "올바른 이메일 주소를 입력해 주세요."), ("ko-Kore-KR", "올바른 이메일 주소를 입력해 주세요."),
        ("ru", "Введите правильный адрес электронной почты."), ("ru-UA", "Введите правильный адрес электронной почты."),
    ])
    func `a tag finds the table of its language`(tag: String, text: String) {
        #expect(invalidMail(tag) == text)
    }

    @Test(arguments: ["", "-", "x", "zh-Hant-TW", "jav", "j", "-ja", "rus", "*"])
    func `a language without a table of its own gets English`(tag: String) {
        #expect(invalidMail(tag) == invalidMail("en"))
    }

    private func invalidMail(_ tag: String) -> String {
        let screen = Registration(accounts: MemoryAccounts(), texts: .for(tag))
        screen.mail = "a"
        return screen.invalidMail
    }

    @Test(arguments: Texts.tags)
    func `every text is in its language, and no two say the same`(tag: String) throws {
        let isOfScript = try #require(Self.scripts[tag])

        let texts = all(of: .for(tag))

        #expect(!texts.isEmpty && Set(texts).count == texts.count)
        for text in texts {
            #expect(text.unicodeScalars.contains(where: isOfScript), "\(text)")
            #expect(text.first?.isWhitespace == false && text.last?.isWhitespace == false)
        }
    }

    @Test(arguments: Texts.tags)
    func `no language borrows from another`(tag: String) {
        let texts = Set(all(of: .for(tag)))

        for other in Texts.tags where other != tag {
            #expect(texts.isDisjoint(with: all(of: .for(other))))
        }
    }

    /// The table's own members, so that a new one cannot be left out here. Those with something in them have specs of
    /// their own below.
    private func all(of texts: Texts) -> [String] {
        Mirror(reflecting: texts).children.compactMap { $0.value as? String }
    }

    @Test(arguments: [
        ("en", "Welcome, Aiko!"), ("ja", "Aikoさん、ようこそ"), ("ko", "Aiko님, 환영합니다!"), ("ru", "Добро пожаловать, Aiko!"),
    ])
    func `the greeting is in the language and has the name`(tag: String, text: String) {
        let person = Person(name: "Aiko", address: nil, about: "")

        #expect(Home(signIn(tag), person: person, number: .aiko).greeting == text)
    }

    // MARK: - Numbers

    @Test(arguments: [
        ("en", 1, "1 digit did not fit and was left out."), ("en", 2, "2 digits did not fit and were left out."),
        ("en", 21, "21 digits did not fit and were left out."),
        ("ja", 1, "番号が長すぎるため、末尾の1桁は入力されませんでした。"),
        ("ja", 21, "番号が長すぎるため、末尾の21桁は入力されませんでした。"),
        ("ko", 1, "번호가 너무 길어 마지막 1자리는 입력되지 않았습니다."),
        ("ko", 21, "번호가 너무 길어 마지막 21자리는 입력되지 않았습니다."),
    ])
    func `digits left out are counted`(tag: String, count: Int, text: String) {
        #expect(digitsLeftOut(count, tag) == text)
    }

    @Test(arguments: [
        (1, "цифра не поместилась и была отброшена."), (2, "цифры не поместились и были отброшены."),
        (4, "цифры не поместились и были отброшены."), (5, "цифр не поместились и были отброшены."),
        (10, "цифр не поместились и были отброшены."), (11, "цифр не поместились и были отброшены."),
        (12, "цифр не поместились и были отброшены."), (14, "цифр не поместились и были отброшены."),
        (20, "цифр не поместились и были отброшены."), (21, "цифра не поместилась и была отброшена."),
        (22, "цифры не поместились и были отброшены."), (101, "цифра не поместилась и была отброшена."),
        (111, "цифр не поместились и были отброшены."), (112, "цифр не поместились и были отброшены."),
        (121, "цифра не поместилась и была отброшена."), (1_003, "цифры не поместились и были отброшены."),
    ])
    func `Russian has three forms`(count: Int, text: String) {
        #expect(digitsLeftOut(count, "ru") == "\(count) \(text)")
    }

    /// As told after a paste of so many digits more than three fields hold.
    private func digitsLeftOut(_ count: Int, _ tag: String) -> String {
        let screen = PhoneNumber(signIn(tag))
        screen.change(0, to: String(repeating: "1", count: 13 + count))
        return screen.errors
    }

    // MARK: - Text messages

    @Test(arguments: Texts.tags)
    func `the text message holds the code and costs one message`(tag: String) async throws {
        let inbox = Inbox()
        let codes = SignInCodes(gateway: inbox, now: { [loop] in loop.now }, log: { _ in })
        let screen = PhoneNumber(signIn(tag, codes: codes))
        screen.change(0, to: "090-1234-5678")
        _ = try await screen.sendCode()

        let text = try #require(await inbox.messages.first?.text)

        #expect(text.matches(of: /[0-9]+/).map(\.output.count) == [6])
        // 3GPP TS 23.038: 160 characters of its own alphabet, of which ASCII letters are some, or 70 of UTF-16.
        #expect(text.utf16.count <= (text.utf8.allSatisfy { $0 < 0x80 } ? 160 : 70))
    }

    private func signIn(_ tag: String, codes: any CodeIssuer = StubIssuer()) -> SignIn {
        SignIn(clock: SessionClock(loop), texts: .for(tag), codes: codes, accounts: MemoryAccounts())
    }
}
