import FlowHTTP

/// Which members of requests and answers hold secrets, by their names.
enum SecretMember {
  /// What a member holds that must not be kept.
  enum Kind: Hashable {
    /// What a server made, and is to be sent back as it came: its stand-in is called this.
    case handle(String)
    /// Anything else that is secret.
    case secret
  }

  /// What a member holds.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - isSent: Whether it stands in a request.
  /// - Returns: The kind; `nil` if that is no secret.
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

  /// What is secret in a request, and says something else in an answer.
  private static let sent: Set = ["code", "codechallenge", "nonce", "state"]

  /// The name without regard to case and to how words are joined.
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
