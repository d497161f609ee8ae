import Pantograph
import Screens
import Testing

/// Every name in a page exists on its screen, and every name of the screen is used in its page: names are texts on
/// both sides, so that only this tells.
@Suite struct PageSpecs {
    struct Contract: Sendable, CustomTestStringConvertible {
        let screen: String
        let fields: Set<String>
        let outputs: Set<String>
        let actions: Set<String>

        init<S: Screen>(_ screen: S.Type) {
            self.screen = screen.name
            fields = Set(screen.bindings.fieldNames)
            outputs = Set(screen.bindings.outputNames)
            actions = Set(screen.bindings.actionNames)
        }

        var testDescription: String { screen }
    }

    private static let contracts = [
        Contract(Counter.self), Contract(PhoneNumber.self), Contract(ConfirmCode.self), Contract(Profile.self),
        Contract(Registration.self), Contract(Home.self),
    ]

    private static let outputAttributes = ["text", "show", "hide", "enable", "disable", "countdown"]

    @Test(arguments: contracts, Texts.tags)
    func `a page and its screen use the same names, in every language`(_ contract: Contract, tag: String) throws {
        let page = try Page(contract.screen, in: tag).html

        #expect(names("field", in: page) == contract.fields)
        let outputs = Self.outputAttributes.reduce(into: Set<String>()) { $0.formUnion(names($1, in: page)) }
        #expect(outputs == contract.outputs)
        // An alert's button taps `continue`.
        #expect(names("tap", in: page) == contract.actions.subtracting(["continue"]))
    }

    private func names(_ attribute: String, in page: String) -> Set<String> {
        Set(page.matches(of: /data-([a-z]+)="([^"]*)"/).filter { $0.1 == attribute }.map { String($0.2) })
    }
}
