/// One option of `serve`: its name, its line of help, and what it sets.
struct CommandOption: Sendable {
    private enum Kind {
        case value, list, flag
    }

    private let name: String
    private let kind: Kind
    private let placeholder: String
    let explanation: String
    private let set: @Sendable (inout ServeOptions, String) throws -> Void

    static func value(
        _ name: String, _ placeholder: String, _ explanation: String,
        _ set: @escaping @Sendable (inout ServeOptions, String) throws -> Void
    ) -> CommandOption {
        CommandOption(name: name, kind: .value, placeholder: placeholder, explanation: explanation, set: set)
    }

    /// An option that may be said several times.
    static func list(
        _ name: String, _ placeholder: String, _ explanation: String,
        _ add: @escaping @Sendable (inout ServeOptions, String) throws -> Void
    ) -> CommandOption {
        CommandOption(name: name, kind: .list, placeholder: placeholder, explanation: explanation, set: add)
    }

    static func flag(
        _ name: String, _ explanation: String, _ set: @escaping @Sendable (inout ServeOptions) throws -> Void
    ) -> CommandOption {
        CommandOption(name: name, kind: .flag, placeholder: "", explanation: explanation) { options, _ in
            try set(&options)
        }
    }

    var flag: String { "--\(name)" }
    var usage: String { kind == .flag ? flag : "\(flag) \(placeholder)" }

    /// PANTOGRAPH_RESEND_AFTER for --resend-after.
    var environmentName: String {
        "PANTOGRAPH_" + String(name.map { $0 == "-" ? "_" : $0 }).uppercased()
    }

    /// Applies the option with the value after its equals sign, or with the next word of `rest`.
    func apply(_ value: String?, _ rest: inout ArraySlice<String>, to options: inout ServeOptions) throws {
        switch (kind, value) {
        case (.flag, nil): try apply("", to: &options)
        case (.flag, _?): throw UsageError(description: "\(flag) takes no value")
        case (_, let value?): try apply(value, to: &options)
        case (_, nil):
            guard let word = rest.popFirst() else { throw UsageError(description: "\(flag) needs a value") }
            try apply(word, to: &options)
        }
    }

    func apply(environment text: String, to options: inout ServeOptions) throws {
        switch kind {
        case .value: try apply(text, to: &options)
        case .list: for item in text.split(separator: " ") { try apply(String(item), to: &options) }
        case .flag: if ["1", "true", "yes"].contains(text.lowercased()) { try apply("", to: &options) }
        }
    }

    private func apply(_ value: String, to options: inout ServeOptions) throws {
        do {
            try set(&options, value)
        } catch let error as UsageError {
            throw UsageError(description: "\(flag): \(error)")
        }
    }
}
