import FlowCrypto
import FlowHTTP

/// The nonces that a server requires in proofs (RFC 9449, section 8).
///
/// They follow from a secret and the time, so the server stores none.
package struct ProofNonces: Sendable {
  private let key: [UInt8]

  /// The seconds for which a nonce is the current one, and how many earlier ones are valid.
  private static let time: (seconds: Int64, earlier: Int64) = (86_400, 2)

  /// Creates the nonces of a server.
  ///
  /// - Parameter key: The secret from which they are made.
  package init(key: [UInt8]) { self.key = key }

  /// Returns the valid nonces, the current one first.
  ///
  /// - Parameter now: The current time, in seconds since 1970.
  /// - Returns: The nonces.
  package func valid(at now: Int64) -> [String] {
    let time = ProofNonces.time
    return (0...time.earlier).map { age in
      let text = String(now / time.seconds - age)
      let digest = HMAC.authenticate(Array(text.utf8), key: key, with: .sha256)
      return Base64URL.encode(Array(digest.prefix(16)))
    }
  }
}
