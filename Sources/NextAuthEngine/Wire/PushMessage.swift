import FlowText
import FlowHTTP

/// The content of an encrypted push message (S5).
public struct PushMessage: Sendable, Hashable {
  /// The purpose of the message.
  public enum Content: Sendable, Hashable {
    /// A login or an enrollment begins.
    case session(SessionPayload)
    /// A session is logged out, identified by the server's nonce.
    case logout(String)
    /// An account was deleted, by its id.
    case removal(String)
    /// A text to read, which doesn't affect sessions.
    case message
  }

  /// The server's id of the message, which identifies duplicates.
  public var id: String
  /// Its purpose.
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
  /// It is base64url of four bytes of magic, twelve bytes of nonce, and an AES-256-GCM text with
  /// its tag. The magic is authenticated with the text.
  ///
  /// - Parameters:
  ///   - text: The message.
  ///   - open: Opens a text with the device's key: nonce, sealed text, additional data; `nil` if it
  ///     was encrypted with another key.
  /// - Returns: The message; or error 33 for an unknown type, 32 for anything else that isn't a
  ///   message for this device.
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
