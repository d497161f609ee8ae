import Pantograph

final class Crowd: Screen {
    let total: Shared<Int>

    init(total: Shared<Int>) { self.total = total }

    func join() async throws { try await total.update { $0 + 1 } }

    static let bindings = Bindings<Crowd> {
        Output("total", shared: \.total)
        Action("join", whileRunning: .queue) { try await $0.join() }
    }
}
