import FlowText
import FlowCrypto
public import FlowEngine
import FlowHTTP

/// The secret that a client keeps until it exchanges its code (RFC 7636).
///
/// A verifier is never sent from one app to another.
public struct CodeVerifier: Sendable, Hashable {
  /// The number of random bytes that the SDKs use for a verifier, which make 171 characters.
  public static let byteCount = 128

  /// The verifier's text.
  public let text: Secret

  /// Makes a verifier from random bytes; `nil` if its text has fewer than 43 or more than 256
  /// characters.
  ///
  /// - Parameter randomBytes: Bytes of a cryptographic generator.
  public init?(randomBytes: [UInt8]) {
    self.init(Base64URL.encode(randomBytes))
  }

  /// Reads a verifier; `nil` if its length is wrong or a character isn't unreserved (RFC 7636,
  /// section 4.1).
  public init?(_ text: String) {
    guard MessageLimits.verifierCharacters ~= text.utf8.count,
      text.utf8.allSatisfy(PercentCoding.isUnreserved)
    else { return nil }
    self.text = Secret(text)
  }

  /// The verifier's challenge: the SHA-256 of the verifier's text.
  public var challenge: CodeChallenge {
    CodeChallenge(digest: SHA256.hash(Array(text.reveal().utf8)))
  }
}

/// The challenge that a client sends with its request (D1, section 6).
///
/// A challenge has 43 characters of base64url without padding.
public struct CodeChallenge: Sendable, Hashable, CustomStringConvertible {
  /// The number of characters that encode a digest of 32 bytes.
  static let characters = 43

  /// The challenge's text.
  public let text: String

  init(digest: [UInt8]) {
    text = Base64URL.encode(digest)
  }

  /// Reads a challenge; `nil` if it isn't the base64url of 32 bytes (row 55).
  ///
  /// A lenient profile also accepts standard base64 (row 54), even if a form decoder has replaced a
  /// `+` with a space.
  public init?(_ text: String, _ profile: MessageProfile = .strict) {
    var bytes = Array(text.utf8)
    if profile.isLenient {
      if bytes.count == CodeChallenge.characters + 1, bytes.last == UInt8(ascii: "=") {
        bytes.removeLast()
      }
      bytes = bytes.map { byte in
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: " "): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: byte
        }
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.count == CodeChallenge.characters,
      bytes.allSatisfy({ ASCII.isLetterOrDigit($0) || "-_".utf8.contains($0) }),
      Base64URL.decode(text) != nil
    else { return nil }
    self.text = text
  }

  /// The text.
  public var description: String { text }
}
