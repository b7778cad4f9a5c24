import FlowCrypto

/// A verifier and its challenge for proof key for code exchange with `S256` (RFC 7636).
///
/// The description shows only the challenge, because the verifier is a secret until it is
/// exchanged.
public struct PKCE: Sendable, Hashable {
  /// The verifier, which is stored until the code is exchanged.
  public let verifier: String
  /// The challenge, which is sent when the transaction starts: the verifier's SHA-256 in base64url.
  public let challenge: String

  /// Creates a pair from random bytes.
  ///
  /// - Parameter randomBytes: 32 bytes of a cryptographic generator, which make the 43 characters
  ///   that section 4.1 recommends. Servers refuse fewer than 32 and more than 96 bytes.
  public init(randomBytes: [UInt8]) { self.init(verifier: Base64URL.encode(randomBytes)) }

  /// Creates the pair of a verifier that was kept.
  ///
  /// - Parameter verifier: The verifier.
  package init(verifier: String) {
    self.verifier = verifier
    challenge = Base64URL.encode(SHA256.hash(Array(verifier.utf8)))
  }
}

extension PKCE: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The challenge.
  public var description: String { "PKCE \(challenge)" }
  /// The challenge.
  public var debugDescription: String { description }
  /// A mirror with only the challenge, so that a dump doesn't show the verifier.
  public var customMirror: Mirror { Mirror(self, children: ["challenge": challenge]) }
}
