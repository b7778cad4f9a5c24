import FlowCrypto

/// Proof key for code exchange with `S256` (RFC 7636).
///
/// Its description shows the challenge alone: the verifier is a secret until it is exchanged.
public struct PKCE: Sendable, Hashable {
  /// What is kept until the code is exchanged.
  public let verifier: String
  /// What is sent when the transaction begins: the verifier's SHA-256.
  public let challenge: String

  /// Makes a pair of random bytes.
  ///
  /// - Parameter randomBytes: 32 bytes of a cryptographic generator make the 43 characters that
  ///   section 4.1 recommends; a server refuses fewer than 32 and more than 96.
  public init(randomBytes: [UInt8]) {
    verifier = Base64URL.encode(randomBytes)
    challenge = Base64URL.encode(SHA256.hash(Array(verifier.utf8)))
  }
}

extension PKCE: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The challenge.
  public var description: String { "PKCE \(challenge)" }
  /// The challenge.
  public var debugDescription: String { description }
  /// The challenge: a dump shows no verifier.
  public var customMirror: Mirror { Mirror(self, children: ["challenge": challenge]) }
}
