import FlowText
import FlowHTTP

/// The content of an encrypted push message (S5).
public struct PushMessage: Sendable, Hashable {
  /// The purpose of the message.
  public enum Content: Sendable, Hashable {
    /// The message begins a login or an enrollment.
    case session(SessionPayload)
    /// A session is logged out; the value is its nonce.
    case logout(String)
    /// An account was deleted; the value is its id.
    case removal(String)
    /// A text to read, which doesn't affect sessions.
    case message
  }

  /// The message's id, with which the device detects duplicates.
  public var id: String
  /// The purpose of the message.
  public var content: Content

  /// Makes a message.
  public init(id: String, content: Content) {
    self.id = id
    self.content = content
  }

  // MARK: The wire format, which is this project's own

  private static let magic = Array("NXP1".utf8)
  private static let nonceBytes = 12
  private static let tagBytes = 16

  private enum Kind: String {
    case login, enrol, logout, removal, message
  }

  /// Reads an encrypted message.
  ///
  /// A message is base64url. Decoded, it has four bytes of magic, twelve bytes of nonce, and an
  /// AES-256-GCM text with its tag. The tag authenticates the magic too.
  ///
  /// - Parameters:
  ///   - text: The message.
  ///   - open: Decrypts with the device's key, from nonce, sealed text and additional data; returns
  ///     `nil` if the message was encrypted with another key.
  /// - Returns: The message; error 33 for an unknown type; or error 32 for anything else that isn't
  ///   a message for this device.
  /// - Throws: The errors of `open`.
  static func read(
    _ text: String, open: ([UInt8], [UInt8], [UInt8]) throws(CallFailure) -> [UInt8]?
  ) throws(CallFailure) -> Result<PushMessage, SessionError> {
    let head = magic.count + nonceBytes
    guard text.utf8.count <= WireLimits.payloadBytes * 2, let bytes = Base64URL.decode(text),
      bytes.count >= head + tagBytes, bytes.starts(with: magic),
      let plain = try open(Array(bytes[magic.count..<head]), Array(bytes[head...]), magic),
      let json = try? JSON(parsing: plain, limits: WireLimits.body),
      let object = try? WireObject(json, "message"), let type = try? object.text("type")
    else { return .failure(.coded(32)) }
    guard let kind = Kind(rawValue: type) else { return .failure(.coded(33)) }
    guard let id = try? object.name("id"), let content = try? content(kind, object) else {
      return .failure(.coded(32))
    }
    return .success(PushMessage(id: id, content: content))
  }

  private static func content(
    _ kind: Kind, _ object: WireObject
  ) throws(PlainFailure) -> Content? {
    switch kind {
    case .message: return .message
    case .logout: return .logout(try object.name("nonce"))
    case .removal: return .removal(try object.name("account"))
    case .login, .enrol:
      guard let payload = try object.optionalObject("payload").map(SessionPayload.init),
        payload.kind == (kind == .login ? .login : .enrol)
      else { return nil }
      return .session(payload)
    }
  }
}
