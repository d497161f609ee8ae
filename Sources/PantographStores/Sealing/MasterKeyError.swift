/// Why there is no master key.
public enum MasterKeyError: Error, Equatable, CustomStringConvertible {
    case wrongLength(Int)
    case notHexadecimalOrBase64
    case openToOthers(path: String)
    case wrongFileLength(path: String)
    case failed(path: String, reason: String)

    /// One line for whoever started the server. Never tells a key.
    public var description: String {
        switch self {
        case .wrongLength(let count): "a master key has \(MasterKey.length) bytes, not \(count)"
        case .notHexadecimalOrBase64:
            "a master key is \(2 * MasterKey.length) hexadecimal digits or \(MasterKey.length) bytes in base64"
        case .openToOthers(let path): "others may read or change the key file \(path); type: chmod 600 \(path)"
        case .wrongFileLength(let path): "the key file \(path) does not hold \(MasterKey.length) bytes"
        case .failed(let path, let reason): "cannot use the key file \(path): \(reason)"
        }
    }
}
