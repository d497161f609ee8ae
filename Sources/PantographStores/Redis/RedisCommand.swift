/// A command as it travels.
///
/// Put together here, because hiredis takes either a format string or pointers to each argument.
struct RedisCommand: Sendable {
    private(set) var bytes: [UInt8]

    /// A command whose arguments are known when it is begun, each in UTF-8.
    init(_ arguments: String...) {
        self.init(count: arguments.count)
        for argument in arguments { append(argument) }
    }

    /// A command of `count` arguments, the name included, that are appended now.
    init(count: Int) {
        bytes = Array("*\(count)\r\n".utf8)
    }

    mutating func append(_ argument: String) {
        append(Array(argument.utf8))
    }

    mutating func append(_ argument: [UInt8]) {
        append(prefix: "", argument)
    }

    /// One argument of two pieces.
    mutating func append(prefix: String, _ argument: [UInt8]) {
        bytes.append(contentsOf: "$\(prefix.utf8.count + argument.count)\r\n".utf8)
        bytes.append(contentsOf: prefix.utf8)
        bytes.append(contentsOf: argument)
        bytes.append(contentsOf: "\r\n".utf8)
    }
}
