import FlowText
import FlowCrypto
import FlowHTTP

/// The data that starts a session: a request to the device.
///
/// The data is the content of a QR code, a link or a push message, or it describes an AppLogin.
public struct SessionPayload: Sendable, Hashable {
  /// A session's own requirement for a second factor (S25).
  public enum Demand: String, Sendable, Hashable, CaseIterable {
    /// The server's policy decides.
    case byPolicy = "default"
    case required
    case skip
  }

  /// Whether the session is a login or an enrollment (S19).
  public var kind: SessionKind
  /// The server.
  public var server: String
  /// The nonce with which the server identifies the session.
  public var nonce: String
  /// The id of the account that the server or the AppLogin has chosen; `nil` if the user selects
  /// one.
  public var account: String?
  /// The session's requirement for a second factor.
  public var demand: Demand
  /// The information shown while the user confirms (S36).
  public var announce: ShownInfo?
  /// The information shown after the login (S36).
  public var info: ShownInfo?
  /// The display name of an enrollment's new account.
  public var name: String?
  /// The time when the data expires, since the start of 1970; `nil` if it doesn't expire.
  public var expires: Duration?

  /// Makes a payload.
  public init(
    kind: SessionKind = .login, server: String, nonce: String, account: String? = nil,
    demand: Demand = .byPolicy, announce: ShownInfo? = nil, info: ShownInfo? = nil,
    name: String? = nil, expires: Duration? = nil
  ) {
    self.kind = kind
    self.server = server
    self.nonce = nonce
    self.account = account
    self.demand = demand
    self.announce = announce
    self.info = info
    self.name = name
    self.expires = expires
  }

  /// The first bytes of a binary QR code.
  private static let magic = Array("NXQ1".utf8)
  private static let checkBytes = 4
  private static let nonceBytes = 16

  /// Reads a binary QR code.
  ///
  /// The code has four bytes of magic, one byte of kind (1 login, 2 enrollment), JSON, and the
  /// first four bytes of the SHA-256 of everything before.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: The payload.
  /// - Throws: Error 33 for an unknown kind, or error 32 for anything else that isn't a payload.
  static func read(_ bytes: [UInt8]) throws(SessionError) -> SessionPayload {
    let head = magic.count + 1
    guard bytes.count <= WireLimits.payloadBytes, bytes.count > head + checkBytes,
      bytes.starts(with: magic)
    else { throw .coded(32) }
    let end = bytes.count - checkBytes
    guard Array(SHA256.hash(Array(bytes[..<end])).prefix(checkBytes)) == Array(bytes[end...])
    else { throw .coded(32) }
    let kind: SessionKind
    switch bytes[magic.count] {
    case 1: kind = .login
    case 2: kind = .enrol
    default: throw .coded(33)
    }
    guard let json = try? JSON(parsing: Array(bytes[head..<end]), limits: WireLimits.body),
      let object = try? WireObject(json, "payload"), let payload = try? SessionPayload(object),
      payload.kind == kind
    else { throw .coded(32) }
    return payload
  }

  /// Reads the text of a QR code, which is the base64url of a binary code.
  static func read(text: String) throws(SessionError) -> SessionPayload {
    guard text.utf8.count <= WireLimits.payloadBytes * 2, let bytes = Base64URL.decode(text)
    else { throw .coded(32) }
    return try read(bytes)
  }

  /// Reads a deep link: a scheme, a colon, and the text of a QR code.
  static func read(link: String) throws(SessionError) -> SessionPayload {
    let parts = link.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    guard parts.count == 2, let first = parts[0].first, isLetter(first),
      parts[0].allSatisfy(isSchemeByte), let text = String(parts[1])
    else { throw .coded(32) }
    return try read(text: text)
  }

  /// Whether a byte can be in a scheme (RFC 3986, section 3.1).
  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || Array("+-.".utf8).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  init(_ object: WireObject) throws(PlainFailure) {
    guard try object.count("v") == 1 else {
      throw PlainFailure("the payload is of another version")
    }
    let nonce = try object.text("nonce")
    guard Base64URL.decode(nonce)?.count == SessionPayload.nonceBytes else {
      throw PlainFailure("the nonce must have \(SessionPayload.nonceBytes) bytes")
    }
    self.init(
      kind: try object.word("kind", SessionKind.self), server: try object.name("server"),
      nonce: nonce, account: try object.optionalText("account"),
      demand: try object.optionalWord("secondFactor", Demand.self) ?? .byPolicy,
      announce: try object.optionalObject("announce").map(ShownInfo.init),
      info: try object.optionalObject("info").map(ShownInfo.init),
      name: try object.optionalText("name"), expires: try object.seconds("expires"))
  }
}

extension ShownInfo {
  /// The maximum number of texts to show; more don't fit on a screen.
  static let textsMax = 64

  init(_ object: WireObject) throws(PlainFailure) {
    self.init(logo: try object.optionalText("logo"))
    for pair in try object.elements("texts") ?? [] {
      guard texts.count < ShownInfo.textsMax, let parts = pair.array, parts.count == 2,
        let key = parts[0].string, let text = parts[1].string,
        key.utf8.count + text.utf8.count <= WireLimits.textBytes
      else { throw PlainFailure("texts must be pairs of a key and a text") }
      texts.append(Text(key, text))
    }
  }
}
