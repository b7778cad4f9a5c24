import FlowDiagnostics
import FlowEngine
import FlowHTTP

/// Where an issuer answers, and what it calls itself.
struct IssuerEndpoints: Sendable, Hashable {
  /// The issuer as it names itself in tokens.
  var issuer: String
  var interact: HTTPURL
  var token: HTTPURL
  var keys: HTTPURL
  var revocation: HTTPURL
  var userInfo: HTTPURL

  /// Those that follow from the issuer's address, for one that describes itself nowhere.
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

  /// Those of an issuer's description (OpenID Connect Discovery, section 3); what it leaves out
  /// follows from the issuer's address.
  ///
  /// - Parameters:
  ///   - description: the document.
  ///   - configuration: whose it must be.
  /// - Throws: `EngineFailure`: `untrusted` where it is another issuer's (section 4.3), `refused`
  ///   where it leads to another origin, `malformed` where an address can't be read.
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
          "the issuer's `\(member)` is at \(url.origin), and credentials go to "
            + "\(configuration.issuer.origin) alone")
      }
      return url
    }
    // Beside the browser's entrance, which every description names; it has no member of its own.
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
  /// Where the issuer describes itself (OpenID Connect Discovery, section 4.1).
  var discovery: HTTPURL {
    var base = issuer.path
    while base.utf8.last == UInt8(ascii: "/") { base.removeLast() }
    return issuer.replacing(path: base + "/.well-known/openid-configuration", query: nil)
  }
}

extension HTTPURL {
  /// The address with another last part of its path.
  fileprivate func sibling(_ name: String) -> HTTPURL {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    return replacing(path: folder + name, query: nil)
  }
}
