import Screens
import Testing

@Suite struct ContactSpecs {
    @Test(arguments: ["09012345678", "090-1234-5678", "+81 (90) 1234-5678", "０９０ １２３４ ５６７８"])
    func `a number is known however it is grouped`(text: String) {
        #expect(Contact(text) == .number(.aiko))
    }

    @Test(arguments: ["aiko@EXAMPLE.jp", " aiko@example.jp "])
    func `an address is known by the form in which it is compared`(text: String) throws {
        #expect(Contact(text) == .mail(try #require(EmailAddress("aiko@example.jp"))))
    }

    @Test(arguments: ["", " ", "-", "aiko", "aiko@", "--database", "090a12345678", "tel:09012345678"])
    func `anything else is nobody`(text: String) {
        #expect(Contact(text) == nil)
    }
}
