import Foundation
import PantographServer

/// The command: `pantograph serve` and its options.
@main
struct Main {
    static let version = "0.1.0"

    static func main() async {
        var arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "serve":
            arguments.removeFirst()
            await serve(arguments)
        case "forget":
            arguments.removeFirst()
            await forget(arguments)
        case "--version":
            print("pantograph \(version)")
        case "--help", "-h", "help", nil:
            print(usage)
        case let word?:
            fail("no such command: \(word); see pantograph --help", EX_USAGE)
        }
    }

    private static let usage = """
        Usage: pantograph serve [options]
               pantograph forget NUMBER|MAIL [options]

        serve serves the screens and their pages; forget deletes the account or the profile of a person. Options:
        \(ServeOptions.help)
        Each option can come from the environment: --resend-after from PANTOGRAPH_RESEND_AFTER. Lists are separated by
        spaces there, and true switches a flag on. What the command line says counts more. PANTOGRAPH_SMS_TOKEN is
        the bearer token for --sms http:URL.

        pantograph --version prints the version.
        """

    private static func serve(_ arguments: [String]) async {
        await run(arguments) { try await ServeCommand(ServeOptions(arguments, environment: $0)).run() }
    }

    private static func forget(_ arguments: [String]) async {
        await run(arguments) { try await ForgetCommand(arguments, environment: $0).run() }
    }

    private static func run(_ arguments: [String], _ command: (_ environment: [String: String]) async throws -> Void)
        async
    {
        if arguments.contains("--help") || arguments.contains("-h") { return print(usage) }
        do {
            try await command(ProcessInfo.processInfo.environment)
        } catch let error as UsageError {
            fail("\(error); see pantograph --help", EX_USAGE)
        } catch ServerError.badOrigin(let origin) {
            fail("--origin: \(ServerError.badOrigin(origin)); see pantograph --help", EX_USAGE)
        } catch {
            fail("\(error)", 1)
        }
    }

    private static func fail(_ message: String, _ status: Int32) -> Never {
        FileHandle.standardError.write(Data("pantograph: \(message)\n".utf8))
        exit(status)
    }
}
