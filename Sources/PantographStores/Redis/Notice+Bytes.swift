import Pantograph

extension Notice {
    /// The topic's length, a colon, the topic, the text.
    var encoded: String { "\(topic.utf8.count):\(topic)\(text)" }

    /// Nil for what was not made by `encoded`.
    init?(encoded bytes: [UInt8]) {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let count = Int(String(decoding: bytes[..<colon], as: UTF8.self)),
            count >= 0, count < bytes.count - colon
        else { return nil }
        let topic = bytes[(colon + 1)...].prefix(count)
        self.init(String(decoding: topic, as: UTF8.self), String(decoding: bytes[topic.endIndex...], as: UTF8.self))
    }
}
