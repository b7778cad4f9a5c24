import FlowCrypto
import NextAuthEngine

/// Decrypts the push messages of a simulated nextAuth, as an SDK does with its device's key.
enum PushOpening {
  /// Opens a message; `nil` where it is of another key, or was changed.
  ///
  /// - Throws: `CallFailure.Kind.surroundings` where this machine can't decrypt.
  @Sendable static func open(
    _ key: [UInt8], _ nonce: [UInt8], _ sealed: [UInt8], _ additional: [UInt8]
  ) throws(CallFailure) -> [UInt8]? {
    do throws(CryptoFailure) {
      return try AESGCM.open(sealed, key: key, nonce: nonce, authenticating: additional)
    } catch {
      guard error == .unavailable else { return nil }
      throw CallFailure(.surroundings, "no push message can be read: \(error)")
    }
  }
}
