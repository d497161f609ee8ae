import Screens
import Testing

@Suite struct TextsSpecs {
    @Test(arguments: ["en", "en-GB", "EN-us", "ja-JP", "", "-", "x", "zh-Hant-TW"])
    func `a language without a table of its own gets English`(tag: String) {
        let screen = Registration(accounts: MemoryAccounts(), texts: .for(tag))

        screen.mail = "a"

        #expect(screen.invalidMail == "enter valid mail address")
    }
}
