import Pantograph
import Screens
import Testing

@Suite struct PhoneNumberSpecs {
    private let screen = PhoneNumber(.test())

    private func fields(of screen: PhoneNumber) -> [String] {
        [screen.phoneNumber1, screen.phoneNumber2, screen.phoneNumber3]
    }

    @Test(arguments: [
        ("0a9", "09"), ("０９０１２", "09012"), ("٠٩٠١", "0901"), ("۰۹۰", "090"), ("०९", "09"), ("০৯", "09"),
        ("๐๙", "09"), ("𝟎𝟗", "09"), ("0²①½五", "0"), ("Ⅷ", ""), ("〇", ""), ("0\u{301}9", "09"), (" 0-9 ", "09"),
        ("", ""), ("x", ""), ("🙂0", "0"), ("0️⃣", "0"), ("0\r\n9", "09"),
    ])
    func `digits of every script become ASCII, all else is left out`(text: String, digits: String) {
        screen.change(0, to: text)

        #expect(screen.phoneNumber1 == digits)
    }

    @Test func `every decimal digit of Unicode counts as its value`() {
        let digits = (0...0x10FFFF).compactMap(Unicode.Scalar.init)
            .filter { $0.properties.generalCategory == .decimalNumber }
        #expect(digits.count >= 650)

        for digit in digits {
            let screen = PhoneNumber(.test())
            screen.change(0, to: String(Character(digit)))
            #expect(screen.phoneNumber1 == digit.properties.numericValue.map { String(Int($0)) })
        }
    }

    @Test func `one digit too many is left out, and a full field keeps what it had`() {
        screen.change(0, to: "0901")
        screen.change(0, to: "090123")
        #expect(fields(of: screen) == ["09012", "", ""])

        screen.change(0, to: "909012")
        #expect(fields(of: screen) == ["09012", "", ""])

        screen.change(0, to: "0")
        #expect(fields(of: screen) == ["0", "", ""])
    }

    @Test func `fast typing into a full field is no paste, however late the correction`() {
        for text in ["0", "09", "090", "0901", "09012", "090123", "0901234", "09012345", "090123456"] {
            screen.change(0, to: text)
        }

        #expect(fields(of: screen) == ["09012", "", ""])
    }

    @Test(arguments: [
        ("090-1234-5678", ["09012", "3456", "78"]),
        ("+81 90 1234 5678", ["09012", "3456", "78"]),
        ("＋８１９０１２３４５６７８", ["09012", "3456", "78"]),
        ("+81 (0)90-1234-5678", ["09012", "3456", "78"]),
        ("\u{202A}+81 90-1234-5678\u{202C}", ["09012", "3456", "78"]),
        ("tel:+81-90-1234-5678", ["09012", "3456", "78"]),
        ("0901234", ["09012", "34", ""]),
        ("090123", ["09012", "", ""]),
        ("8190 1234 5678", ["81901", "2345", "678"]),
        ("0901234567890", ["09012", "3456", "7890"]),
    ])
    func `a paste into the empty first field flows on`(text: String, expected: [String]) {
        screen.change(0, to: text)

        #expect(fields(of: screen) == expected)
        #expect(screen.errors == "")
    }

    @Test func `a paste replaces the fields that it reaches and leaves the others`() {
        screen.change(1, to: "9999")
        screen.change(2, to: "8888")

        screen.change(0, to: "0901234")

        #expect(fields(of: screen) == ["09012", "34", "8888"])
    }

    @Test func `a paste into a full field counts all that the field now holds`() {
        screen.change(0, to: "09012")

        screen.change(0, to: "09012090")

        #expect(fields(of: screen) == ["09012", "090", ""])
    }

    @Test func `what does not fit is told until the next change`() {
        screen.change(1, to: "090-1234-5678")
        #expect(fields(of: screen) == ["", "0901", "2345"])
        #expect(screen.errors == "3 digits did not fit and were left out.")

        screen.change(0, to: "1")
        #expect(screen.errors == "")

        screen.change(2, to: "123456")
        #expect(screen.errors == "2 digits did not fit and were left out.")
    }

    @Test func `eleven digits are enough, wherever they are`() {
        screen.change(0, to: "09012")
        screen.change(1, to: "3456")
        screen.change(2, to: "7")
        #expect(!screen.sendCodeEnabled)

        screen.change(2, to: "78")
        #expect(screen.sendCodeEnabled)
    }

    @Test func `a sent code is told by an alert that goes on with the number it was sent to`() async throws {
        let issuer = StubIssuer()
        let screen = PhoneNumber(.test(codes: issuer))
        screen.change(0, to: "090-1234-5678")
        #expect(!screen.canProceed)

        let effect = try await screen.sendCode()

        #expect(effect.alert == ["Success", "Your PhoneNumber was sent successfully!", "continue"])
        #expect(issuer.issued == [.aiko])
        #expect(!screen.isLoading)
        screen.change(2, to: "79")
        #expect(screen.proceed().screen(ConfirmCode.self)?.phone == "•••••••5678")
    }

    @Test(arguments: [CodeIssuerError.dailyLimitReached, .messageNotSent])
    func `a message that is not sent is told by errors`(error: CodeIssuerError) async throws {
        let issuer = StubIssuer()
        issuer.failToIssue(error)
        let screen = PhoneNumber(.test(codes: issuer))
        screen.change(0, to: "090-1234-5678")

        let effect = try await screen.sendCode()

        #expect(effect.alert == nil)
        #expect(!screen.errors.isEmpty)
        #expect(!screen.canProceed)
        #expect(screen.canSendCode)
        screen.change(0, to: "09012")
        #expect(screen.errors == "")
    }

    @Test func `a broken issuer is told to the person and to the log`() async {
        let issuer = StubIssuer()
        issuer.failToIssue(StubIssuer.Down())
        let screen = PhoneNumber(.test(codes: issuer))
        screen.change(0, to: "090-1234-5678")

        await #expect(throws: StubIssuer.Down.self) { _ = try await screen.sendCode() }

        #expect(!screen.errors.isEmpty)
        #expect(!screen.isLoading)
    }
}
