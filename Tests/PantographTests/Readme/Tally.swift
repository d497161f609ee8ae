import Pantograph

final class Tally: Screen {
    private(set) var count = 0
    func countUp() { count += 1 }

    static let bindings = Bindings<Tally> {
        Output("count", \.count)
        Action("countUp") { $0.countUp() }
    }
}
