/// Why a shared value could not be had.
public enum SharedError: Error {
    /// What is stored under this name is of another type, or spoilt.
    case unreadable(name: String)
}
