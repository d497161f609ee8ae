public import Pantograph
public final class Counter: Screen {
    var count = 0
    public init() {}
    public static let bindings = Bindings<Counter> {
        Output("counterText") { String($0.count) }
        Action("countUp") { $0.count += 1 }
        Action("countDown") { $0.count -= 1 }
        Action("countReset") { $0.count = 0 }
    }
}
