import CSodium
public import Pantograph
import Sodium

/// Sealing by libsodium's secretbox (XSalsa20 and Poly1305), 40 bytes longer than what is sealed.
///
/// Each record has a key of its own, derived from the record's name: that is what keeps a sealed value from opening
/// under another name, at no cost in bytes.
public struct SodiumSeal: Sealing {
    private let sealingKey: [UInt8]
    private let digestKey: [UInt8]

    /// Two seals of the same master key open each other's.
    public init(_ masterKey: MasterKey) {
        sealingKey = masterKey.subkey("seal")
        digestKey = masterKey.subkey("digest")
    }

    /// A random nonce, then the box: equal values differ when sealed.
    public func seal(_ plain: [UInt8], for key: String) -> [UInt8] {
        let nonceCount = Int(crypto_secretbox_NONCEBYTES)
        let count = nonceCount + Int(crypto_secretbox_MACBYTES) + plain.count
        let boxKey = Sodium.hash(key, key: sealingKey)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            // Both parts lie within the capacity of nonce, tag and text that was asked for.
            guard let nonce = buffer.baseAddress else { return }
            randombytes_buf(nonce, nonceCount)
            let status = crypto_secretbox_easy(nonce + nonceCount, plain, UInt64(plain.count), nonce, boxKey)
            precondition(status == 0, "secretbox fails for texts of exabytes only")
            filled = count
        }
    }

    /// Nil too for what is too short to have been sealed.
    public func open(_ sealed: [UInt8], for key: String) -> [UInt8]? {
        let nonceCount = Int(crypto_secretbox_NONCEBYTES)
        let count = sealed.count - nonceCount - Int(crypto_secretbox_MACBYTES)
        guard count >= 0 else { return nil }
        let boxKey = Sodium.hash(key, key: sealingKey)
        var plain = [UInt8](repeating: 0, count: count)
        let status = sealed.withUnsafeBufferPointer { sealed in
            // Within `sealed`, which is longer than a nonce.
            guard let nonce = sealed.baseAddress else { return Int32(-1) }
            return crypto_secretbox_open_easy(
                &plain, nonce + nonceCount, UInt64(sealed.count - nonceCount), nonce, boxKey)
        }
        return status == 0 ? plain : nil
    }

    /// 32 bytes, keyed: who reads the store cannot even try likely texts.
    public func digest(_ text: String) -> [UInt8] {
        Sodium.hash(text, key: digestKey)
    }
}
