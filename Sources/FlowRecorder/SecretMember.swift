import FlowHTTP

/// Finds the members of requests and answers that contain secrets, by the members' names.
enum SecretMember {
  /// The kind of a secret member.
  enum Kind: Hashable {
    /// A value that a server makes and a client sends back; `String` is the name of its stand-in.
    case handle(String)
    /// Any other secret.
    case secret
  }

  /// The kind of a member.
  ///
  /// - Parameters:
  ///   - name: The member's name.
  ///   - isSent: Whether the member is in a request.
  /// - Returns: The kind; `nil` if the member isn't secret.
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

  /// The members that are secret only in a request, because they mean something else in an answer.
  private static let sent: Set = ["code", "codechallenge", "nonce", "state"]

  /// A name in lower case without word separators.
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
