import FlowEngine
import FlowWire

/// The parameters of a request to an OAuth endpoint.
///
/// They come as a form, or in the query where there is no body, as one client sends them.
struct OAuthForm {
  private let pairs: [FormPair]
  /// The client that `Authorization: Basic` names (RFC 6749, section 2.3.1).
  private let basic: (id: String, secret: String)?

  init(_ request: HTTPRequest) throws(OAuthError) {
    switch request.body {
    case .none: pairs = try OAuthForm.read(Array((request.url.query ?? "").utf8))
    case .form(let pairs): self.pairs = pairs
    case .bytes(let bytes) where bytes.isEmpty:
      pairs = try OAuthForm.read(Array((request.url.query ?? "").utf8))
    case .bytes(let bytes): pairs = try OAuthForm.read(bytes)
    case .json:
      throw .invalidRequest("The request must be 'application/x-www-form-urlencoded'.")
    }
    basic = OAuthForm.basic(request.headers["Authorization"])
  }

  /// A parameter, `nil` where there is none or an empty one.
  func value(_ name: String) throws(OAuthError) -> String? {
    guard let value = pairs.last(where: { $0.name == name })?.value, !value.isEmpty else {
      return nil
    }
    guard value.utf8.count <= OrgLimits.fieldLength else {
      throw .invalidRequest("The '\(name)' parameter is too long.")
    }
    return value
  }

  /// A parameter that must be there.
  func required(_ name: String) throws(OAuthError) -> String {
    guard let value = try value(name) else {
      throw .invalidRequest("The '\(name)' parameter must be specified.")
    }
    return value
  }

  /// The client, by parameter or by header.
  func clientID() throws(OAuthError) -> String {
    if let basic { return OAuthForm.plain(basic.id) ?? basic.id }
    return try required("client_id")
  }

  /// Whether the client knows its secret, by parameter or by header.
  func proves(_ secret: Secret) throws(OAuthError) -> Bool {
    guard let basic else { return try value("client_secret") == secret.reveal() }
    return basic.secret == secret.reveal() || OAuthForm.plain(basic.secret) == secret.reveal()
  }

  /// What a header says; RFC 6749, section 2.3.1, has it encoded as forms are, and not every client
  /// does so.
  private static func plain(_ text: String) -> String? {
    FormEncoding.decode(Array("x=\(text)".utf8))?.first?.value
  }

  private static func read(_ bytes: [UInt8]) throws(OAuthError) -> [FormPair] {
    guard bytes.count <= OrgLimits.bodyLength, let pairs = FormEncoding.decode(bytes) else {
      throw .invalidRequest("The request body was not well-formed.")
    }
    return pairs
  }

  private static func basic(_ header: String?) -> (id: String, secret: String)? {
    guard let header, header.lowercased().hasPrefix("basic "),
      header.utf8.count <= OrgLimits.fieldLength,
      let bytes = Base64.decode(String(header.dropFirst(6))),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return (
      String(decoding: bytes[..<colon], as: UTF8.self),
      String(decoding: bytes[(colon + 1)...], as: UTF8.self)
    )
  }
}
