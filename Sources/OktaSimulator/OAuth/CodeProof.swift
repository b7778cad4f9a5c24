import SimulatorKit
import FlowCrypto
import FlowHTTP

/// The PKCE code challenge of a transaction.
///
/// Only a client that has the code verifier can redeem the transaction's code (RFC 7636). The
/// method is always S256, because the real engine accepts no other method.
struct CodeProof: Sendable, Hashable {
  /// The value of `code_challenge_method`.
  static let method = "S256"

  private let challenge: String

  /// Reads the PKCE parameters of a request.
  ///
  /// - Throws: `invalid_request` if the challenge or its method is missing or isn't valid.
  init(_ form: OAuthForm) throws(HTTPRefusal) {
    guard let challenge = try form.value("code_challenge") else {
      throw .invalidRequest(
        "PKCE code challenge is required when the token endpoint authentication method is 'NONE'.")
    }
    guard try form.value("code_challenge_method") == CodeProof.method else {
      throw .invalidRequest("The 'code_challenge_method' parameter must be 'S256'.")
    }
    // The challenge is a hash of 32 bytes (section 4.2).
    guard challenge.utf8.count == 43, challenge.utf8.allSatisfy(CodeProof.isBase64URL) else {
      throw .invalidRequest(
        "The 'code_challenge' parameter must be 43 characters of base64url.")
    }
    self.challenge = challenge
  }

  private init() { challenge = "" }

  /// The challenge of a transaction whose code is never redeemed.
  static let none = CodeProof()

  /// Whether the challenge was computed from a verifier (section 4.6).
  func isMet(by verifier: String) -> Bool {
    guard (43...128).contains(verifier.utf8.count),
      verifier.utf8.allSatisfy(CodeProof.isUnreserved)
    else { return false }
    return Base64URL.encode(SHA256.hash(Array(verifier.utf8))) == challenge
  }

  private static func isBase64URL(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Whether a byte is an unreserved character (section 4.1).
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    isBase64URL(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~")
  }
}
