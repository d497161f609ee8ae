import Screens
import Testing

@Suite struct NationalNumberSpecs {
    @Test(arguments: ["09012345678", "０９０１２３４５６７８", "+81 90 1234 5678", "819012345678", "090-1234-5678"])
    func `one number has one normal form`(text: String) {
        #expect(NationalNumber(text) == .aiko)
    }

    @Test(arguments: ["8190123456", "81012345678", "810123456789", "8190123456789", "0819012345"])
    func `what only looks like a country code stays`(text: String) {
        #expect(NationalNumber(text).digits == text)
    }

    @Test(arguments: [("09012345678", "•••••••5678"), ("123456", "••3456"), ("1234", "1234"), ("12", "12")])
    func `all but the last four digits are hidden`(digits: String, masked: String) {
        #expect(NationalNumber(digits).masked == masked)
    }
}
