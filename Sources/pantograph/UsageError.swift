/// The command line is not as it should be; the text says where.
struct UsageError: Error, CustomStringConvertible {
    let description: String
}
