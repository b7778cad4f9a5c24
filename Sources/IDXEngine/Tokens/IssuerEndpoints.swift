import FlowDiagnostics
import FlowEngine
import FlowHTTP

/// The name and the endpoints of an issuer.
struct IssuerEndpoints: Sendable, Hashable {
  /// The issuer's name in tokens.
  var issuer: String
  var interact: HTTPURL
  var token: HTTPURL
  var keys: HTTPURL
  var revocation: HTTPURL
  var userInfo: HTTPURL

  /// Derives the endpoints from the issuer's address, for an issuer without a description.
  init(ruleFor configuration: IDXConfiguration) {
    issuer = configuration.issuer.description
    let base = configuration.oauthPath + "/v1/"
    let address = { configuration.issuer.replacing(path: base + $0, query: nil) }
    interact = address("interact")
    token = address("token")
    keys = address("keys")
    revocation = address("revoke")
    userInfo = address("userinfo")
  }

  /// Reads the endpoints from an issuer's description (OpenID Connect Discovery, section 3).
  ///
  /// A missing endpoint is derived from the issuer's address.
  ///
  /// - Parameters:
  ///   - description: The document.
  ///   - configuration: The client and the expected issuer.
  /// - Throws: `EngineFailure`: `untrusted` if the document describes another issuer (section 4.3),
  ///   `refused` if an endpoint has another origin, `malformed` if an address can't be read.
  init(_ description: JSONObject, of configuration: IDXConfiguration) throws(EngineFailure) {
    self.init(ruleFor: configuration)
    guard let name = description["issuer"]?.string else {
      throw EngineFailure(
        .malformed, "the issuer's description of itself doesn't name it",
        help: "check the issuer: something else may answer there")
    }
    guard IssuerName(name) == IssuerName(issuer) else {
      throw EngineFailure(
        untrusted: .issuerMismatch,
        "the server at \(issuer) calls itself \(name)",
        help: "write the issuer's own name for itself, if this is the right server")
    }
    issuer = name
    func address(_ member: String) throws(EngineFailure) -> HTTPURL? {
      guard let text = description[member]?.string else { return nil }
      guard let url = HTTPURL(text) else {
        throw EngineFailure(.malformed, "the issuer's `\(member)` isn't an address")
      }
      guard url.isSameOrigin(as: configuration.issuer) else {
        throw EngineFailure(
          .refused,
          "the issuer's `\(member)` is at \(url.origin), but credentials go only to "
            + "\(configuration.issuer.origin)")
      }
      return url
    }
    // The description has no member for `interact`, but the endpoint is next to the authorization
    // endpoint, which every description has.
    if let authorization = try address("authorization_endpoint") {
      interact = authorization.sibling("interact")
    }
    token = try address("token_endpoint") ?? token
    keys = try address("jwks_uri") ?? keys
    revocation = try address("revocation_endpoint") ?? revocation
    userInfo = try address("userinfo_endpoint") ?? userInfo
  }
}

extension IDXConfiguration {
  /// The address of the issuer's description (OpenID Connect Discovery, section 4.1).
  var discovery: HTTPURL {
    var base = issuer.path
    while base.utf8.last == UInt8(ascii: "/") { base.removeLast() }
    return issuer.replacing(path: base + "/.well-known/openid-configuration", query: nil)
  }
}

extension HTTPURL {
  /// The address with another last segment of the path.
  fileprivate func sibling(_ name: String) -> HTTPURL {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    return replacing(path: folder + name, query: nil)
  }
}
