import FlowEngine
import FlowWire

// What becomes of tokens: what one is worth, and the end of a session.
extension Turn {
  /// Tells what a token is worth now (RFC 7662); of one that is worth nothing, nothing else.
  func introspect(
    _ form: OAuthForm, _ server: AuthorizationServer
  ) throws(OAuthError) -> JSON {
    let clientID = try authenticatedClient(form)
    let token = try form.required("token")
    if let claims = org.signingKey.claims(of: token) {
      return introspect(idToken: claims, of: clientID, server)
    }
    guard let number = Handle.number(in: token), let grant = state.grants[number],
      grant.clientID == clientID, grant.server == server
    else { return Turn.inactive }
    let isRefresh = grant.refreshToken?.reveal() == token && !grant.isRevoked
    guard isRefresh || self.grant(ofAccessToken: token, server) != nil else {
      return Turn.inactive
    }
    var members: [JSONObject.Member] = [
      .init("active", true), .init("scope", .string(grant.scope)),
      .init("client_id", .string(clientID)), .init("username", .string(grant.account.login)),
      .init("sub", .string(grant.account.login)), .init("uid", .string(grant.account.id)),
      .init("iss", .string(org.site.issuer(of: server))),
      .init("aud", .string(org.site.audience(of: server))),
    ]
    if !isRefresh {
      let expires = grant.expires.components.seconds
      let issued = (grant.expires - Turn.tokenLife).components.seconds
      members += [
        .init("token_type", "Bearer"), .init("exp", .whole(expires)),
        .init("iat", .whole(issued)),
      ]
    }
    return .object(JSONObject(members: members))
  }

  private static let inactive: JSON = ["active": false]

  private func introspect(
    idToken claims: JSONObject, of clientID: String, _ server: AuthorizationServer
  ) -> JSON {
    guard claims["aud"]?.string == clientID, let expires = claims["exp"]?.integer,
      now.components.seconds < Int64(expires), claims["iss"]?.string == org.site.issuer(of: server)
    else { return Turn.inactive }
    return .object(JSONObject(members: [.init("active", true)] + claims.members))
  }

  /// Ends a session, and leads back to the app (OpenID Connect RP-Initiated Logout 1.0,
  /// section 2).
  mutating func logout(
    _ form: OAuthForm, _ server: AuthorizationServer
  ) throws(OAuthError) -> HTTPResponse {
    var hint: JSONObject?
    if let token = try form.value("id_token_hint") {
      // One whose time is over will do (section 2); one that this org did not sign will not.
      guard let claims = org.signingKey.claims(of: token), let audience = claims["aud"]?.string
      else { throw .invalidRequest("The 'id_token_hint' is invalid.") }
      try checkClient(audience)
      hint = claims
      if let clientID = try form.value("client_id"), clientID != audience {
        throw .invalidRequest("The 'client_id' is not the one of the 'id_token_hint'.")
      }
    } else if let clientID = try form.value("client_id") {
      try checkClient(clientID)
    } else {
      throw .invalidRequest("The 'id_token_hint' or the 'client_id' must be specified.")
    }
    guard let redirect = try form.value("post_logout_redirect_uri") else {
      endSession(hintedBy: hint)
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "text/plain; charset=utf-8"],
        body: .bytes(Array("You are signed out.\n".utf8)))
    }
    let registered = policy.app.logoutRedirects
    guard registered.isEmpty ? Site.isRedirect(redirect) : registered.contains(redirect) else {
      throw .invalidRequest(
        "The 'post_logout_redirect_uri' parameter must be a Logout redirect URI in the client app"
          + " settings.")
    }
    endSession(hintedBy: hint)
    var address = redirect
    if let state = try form.value("state") {
      address += redirect.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
      address += FormEncoding.encode([FormPair("state", state)])
    }
    return HTTPResponse(status: 302, headers: ["Location": address])
  }
}

extension Site {
  /// Whom an authorization server's access tokens are for.
  func audience(of server: AuthorizationServer) -> String {
    server == .custom ? "api://default" : origin
  }

  /// Whether a text may stand in a `Location`: an absolute address that no browser runs as a script.
  static func isRedirect(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes.allSatisfy({ 0x21...0x7E ~= $0 })
    else { return false }
    let scheme = bytes[..<colon]
    let isName = scheme.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    let lowered = String(decoding: scheme, as: UTF8.self).lowercased()
    return isName && !lowered.isEmpty && !["javascript", "data", "vbscript"].contains(lowered)
  }
}
