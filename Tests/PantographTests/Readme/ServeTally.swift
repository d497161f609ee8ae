import Pantograph
import PantographServer

func serveTally() async throws {
    let lobby = Lobby(routes: [Route(Tally.self) { _ in Tally() }]) { event in print(event.name) }
    var configuration = Server.Configuration()
    configuration.web = "web"
    try await Server(configuration, lobby: lobby).run()
}
