import Foundation
import Pantograph

/// Writes one line an event on standard error.
struct Log: Sendable {
    enum Format: String {
        case text, json
    }

    static let defaultLevel = LogEvent.Level.info

    let format: Format
    let level: LogEvent.Level

    static func level(named name: String) -> LogEvent.Level? { LogEvent.Level(rawValue: name) }

    func write(_ event: LogEvent) {
        guard event.level >= level else { return }
        let time = Date().ISO8601Format(.init(includingFractionalSeconds: true))
        let line = format == .json ? json(event, time) : text(event, time)
        // One write, so that lines of several threads do not mix.
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    private func text(_ event: LogEvent, _ time: String) -> String {
        let details = event.details.map { " \($0.name)=\($0.value.json)" }.joined()
        return "\(time) \(event.level.rawValue) \(event.name)\(details)"
    }

    private func json(_ event: LogEvent, _ time: String) -> String {
        let members =
            [
                Value.Member("time", .text(time)), Value.Member("level", .text(event.level.rawValue)),
                Value.Member("event", .text(event.name)),
            ] + event.details.map { Value.Member($0.name, $0.value) }
        return Value.object(members).json
    }
}
