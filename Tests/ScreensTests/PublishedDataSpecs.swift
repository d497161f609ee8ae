import Foundation
import Pantograph
import PantographTesting
import Screens
import Testing

/// The rules against data that nobody wrote here.
@Suite(.enabled(if: PublishedData.isComplete, "make unit fetches the data"))
struct PublishedDataSpecs {
    @Test func `of all characters the decimal digits, and only they, are digits of a telephone number`() throws {
        let screen = PhoneNumber(.test())
        let lines = try String(contentsOf: PublishedData.characters, encoding: .utf8).split(separator: "\n")
        var digits = 0
        for line in lines {
            // UAX 44: code, name, general category, …, and as the seventh the value of a decimal digit.
            let fields = line.split(separator: ";", omittingEmptySubsequences: false)
            guard let code = UInt32(fields[0], radix: 16), let scalar = Unicode.Scalar(code) else { continue }
            let expected = fields[2] == "Nd" ? String(fields[6]) : ""
            digits += expected.isEmpty ? 0 : 1

            screen.change(0, to: String(scalar))

            #expect(screen.phoneNumber1 == expected, "U+\(fields[0]) \(fields[1])")
        }
        #expect(digits >= 680)
    }

    @Test func `URLs are told as the web platform tests tell them, control characters apart`() throws {
        var count = 0
        for data in try PublishedData.cases("urltestdata.json") where data["base"] is NSNull {
            guard let input = data["input"] as? String else { continue }
            let hasControls = input.unicodeScalars.contains { $0.properties.generalCategory == .control }
            let isLink = ["http:", "https:"].contains(data["protocol"] as? String)

            #expect((WebAddress(input) != nil) == (isLink && !hasControls), "\(input.debugDescription)")
            count += 1
        }
        #expect(count > 400)
    }

    @Test(arguments: [("toascii.json", 15), ("IdnaTestV2.json", 1_500)])
    func `domains in Unicode are told as the web platform tests tell them`(name: String, least: Int) throws {
        var count = 0
        for data in try PublishedData.cases(name) {
            guard let input = data["input"] as? String, Self.isDomain(input), !Self.hasChanged(input) else { continue }
            let output = data["output"] as? String
            if let output, Self.isRefusedByRegistries(input, output) { continue }

            let host = WebAddress("https://\(input)/x")?.href.dropFirst(8).dropLast(2)

            #expect(host.map(String.init) == output, "\(input.debugDescription)")
            count += 1
        }
        #expect(count >= least)
    }

    /// Whether all of it is a host in a URL.
    private static func isDomain(_ input: String) -> Bool { !input.contains { "/?#".contains($0) } }

    /// Whether it has characters to which Unicode has given another rule since the data were made: the toolchain's ICU
    /// knows more than Unicode 15.0.
    private static func hasChanged(_ input: String) -> Bool {
        input.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x4C0, 0x10A0...0x10CD, 0x115F...0x1160, 0x3164, 0xFFA0: true
            default: false
            }
        }
    }

    /// What the standard lets be and `DomainName` does not: hyphens in odd places, empty labels and too long ones.
    private static func isRefusedByRegistries(_ input: String, _ output: String) -> Bool {
        let labels = output.split(separator: ".", omittingEmptySubsequences: false)
        return input.contains("-") || output.count > 253
            || labels.contains { $0.isEmpty || $0.count > 63 || $0.hasPrefix("xn---") }
    }
}
