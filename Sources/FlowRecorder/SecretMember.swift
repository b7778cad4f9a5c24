import FlowHTTP

/// The members of requests and answers that contain secrets, by their names.
enum SecretMember {
  /// The kind of a secret member, which must not be kept.
  enum Kind: Hashable {
    /// A value that a server made, and that is sent back unchanged; this is the name of its
    /// stand-in.
    case handle(String)
    /// Anything else that is secret.
    case secret
  }

  /// The kind of a member.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - isSent: Whether it is in a request.
  /// - Returns: The kind; `nil` if it isn't secret.
  static func kind(of name: String, isSent: Bool) -> Kind? {
    let name = folded(name)
    if let standIn = handles[name] { return .handle(standIn) }
    if secrets.contains(name) { return .secret }
    if isSent, sent.contains(name) { return .secret }
    if name.hasSuffix("token") || name.hasSuffix("password") || name.hasSuffix("secret") {
      return .secret
    }
    return nil
  }

  private static let handles = [
    "statehandle": "state-handle", "interactionhandle": "interaction-handle",
    "interactioncode": "interaction-code", "accesstoken": "access-token",
    "refreshtoken": "refresh-token", "statetoken": "state-token",
    "challengerequest": "challenge-request",
  ]

  private static let secrets: Set = [
    "answer", "codeverifier", "idtoken", "otp", "passcode", "pin", "qrcode", "recoverycode", "totp",
    "usercode", "verificationcode",
  ]

  /// The members that are secret in a request, and mean something else in an answer.
  private static let sent: Set = ["code", "codechallenge", "nonce", "state"]

  /// The name without case and word separators.
  private static func folded(_ name: String) -> String {
    let bytes = name.utf8.compactMap { byte -> UInt8? in
      switch byte {
      case 65...90: byte + 32
      case 45, 95: nil
      default: byte
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
