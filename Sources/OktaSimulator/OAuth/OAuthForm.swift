import SimulatorKit
import FlowEngine
import FlowHTTP

/// The parameters of a request to an OAuth endpoint.
///
/// They are in the body as a form. If the request has no body, they are in the query, because some
/// clients send them there.
struct OAuthForm {
  private let pairs: [FormPair]
  private let basic: BasicCredentials?

  /// Reads the parameters of a request.
  ///
  /// - Throws: `invalid_request` if a parameter appears twice (RFC 6749, sections 3.1 and 3.2), if
  ///   the body isn't a form, or if the client authenticates in two ways (section 2.3);
  ///   `invalid_client` if the `Authorization` header isn't valid.
  init(_ request: HTTPRequest) throws(HTTPRefusal) {
    switch request.body {
    case .none: pairs = try OAuthForm.read(Array((request.url.query ?? "").utf8))
    case .form(let pairs): self.pairs = pairs
    case .bytes(let bytes) where bytes.isEmpty:
      pairs = try OAuthForm.read(Array((request.url.query ?? "").utf8))
    case .bytes(let bytes): pairs = try OAuthForm.read(bytes)
    case .json:
      throw .invalidRequest("The request must be 'application/x-www-form-urlencoded'.")
    }
    basic = try BasicCredentials(request.headers["Authorization"])
    try checkNames()
    try checkCredentials()
  }

  /// Returns an optional parameter.
  ///
  /// - Parameters:
  ///   - name: The name of the parameter.
  ///   - lengthMax: The maximum length of the value, in bytes.
  /// - Returns: The value; `nil` if the parameter is missing or empty.
  /// - Throws: `invalid_request` if the value is too long.
  func value(
    _ name: String, lengthMax: Int = OrgLimits.fieldLength
  ) throws(HTTPRefusal) -> String? {
    guard let value = pairs.first(where: { $0.name == name && !$0.value.isEmpty })?.value else {
      return nil
    }
    guard value.utf8.count <= lengthMax else {
      throw .invalidRequest("The '\(name)' parameter is too long.")
    }
    return value
  }

  /// Returns a parameter that must not be missing or empty.
  func required(
    _ name: String, lengthMax: Int = OrgLimits.fieldLength
  ) throws(HTTPRefusal) -> String {
    guard let value = try value(name, lengthMax: lengthMax) else {
      throw .invalidRequest("The '\(name)' parameter must be specified.")
    }
    return value
  }

  /// Returns the client id in the `Authorization` header or, if there is no header, in the
  /// parameter.
  func clientID() throws(HTTPRefusal) -> String {
    if let basic { return basic.id }
    return try required("client_id")
  }

  /// Whether the client sent the right secret, in the `Authorization` header or, if there is no
  /// header, in the parameter.
  func proves(_ secret: Secret) throws(HTTPRefusal) -> Bool {
    guard let basic else { return try value("client_secret") == secret.reveal() }
    return basic.secrets.contains(secret.reveal())
  }

  // MARK: Checks

  /// Throws an error if a parameter appears twice.
  ///
  /// A parameter with an empty value counts as missing (RFC 6749, section 3.1).
  private func checkNames() throws(HTTPRefusal) {
    let names = pairs.filter { !$0.value.isEmpty }.map(\.name)
    guard let name = OAuthForm.repeated(among: names) else { return }
    let shown = name.utf8.count <= OAuthForm.nameLengthMax ? "The '\(name)'" : "A"
    throw .invalidRequest("\(shown) parameter appears more than once.")
  }

  /// Returns the first text that is equal to an earlier one; `nil` if all texts differ.
  private static func repeated(among texts: [String]) -> String? {
    guard texts.count > comparedMax else {
      // For so few texts, comparing each pair is faster than hashing.
      return texts.indices.first { index in texts[..<index].contains(texts[index]) }
        .map { texts[$0] }
    }
    var seen: Set<String> = []
    return texts.first { !seen.insert($0).inserted }
  }

  private static let comparedMax = 16

  private func checkCredentials() throws(HTTPRefusal) {
    guard let basic else { return }
    let secret = try value("client_secret")
    guard basic.secrets.allSatisfy(\.isEmpty) || secret == nil else {
      throw .invalidRequest(
        "The client must authenticate either in the 'Authorization' header or in the body.")
    }
    guard try [nil, basic.id].contains(value("client_id")) else {
      throw .invalidRequest("The 'client_id' is not the one in the 'Authorization' header.")
    }
  }

  /// The maximum length of a parameter name in an error message.
  ///
  /// The names of all known parameters are shorter.
  private static let nameLengthMax = 40

  private static func read(_ bytes: [UInt8]) throws(HTTPRefusal) -> [FormPair] {
    guard bytes.count <= OrgLimits.bodyLength, let pairs = FormEncoding.decode(bytes) else {
      throw .invalidRequest("The request body was not well-formed.")
    }
    return pairs
  }
}

/// The client's credentials in `Authorization: Basic` (RFC 6749, section 2.3.1).
struct BasicCredentials {
  /// The id of the client.
  let id: String
  /// The secret as it was sent, and the form-decoded secret if it can be decoded.
  ///
  /// Some clients encode the secret, and others don't.
  ///
  /// Empty if there is no secret.
  let secrets: [String]

  /// Reads an `Authorization` header; `nil` if it is missing or uses another scheme.
  ///
  /// A public client may omit the colon: auth-js sends only the client id.
  ///
  /// - Parameter header: The value of the header; `nil` if it is missing.
  /// - Throws: `invalid_client` if the header isn't valid.
  init?(_ header: String?) throws(HTTPRefusal) {
    guard let header, header.lowercased().hasPrefix("basic ") else { return nil }
    guard header.utf8.count <= OrgLimits.fieldLength,
      let bytes = Base64.decode(String(header.dropFirst(6)))
    else { throw .invalidClient }
    let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    let sentID = String(decoding: bytes[..<(colon ?? bytes.endIndex)], as: UTF8.self)
    id = BasicCredentials.decoded(sentID) ?? sentID
    guard !id.isEmpty else { throw .invalidClient }
    guard let colon else {
      secrets = []
      return
    }
    let sent = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
    secrets = [sent] + [BasicCredentials.decoded(sent)].compactMap { $0 }
  }

  private static func decoded(_ text: String) -> String? {
    FormEncoding.decode(Array("x=\(text)".utf8))?.first?.value
  }
}
