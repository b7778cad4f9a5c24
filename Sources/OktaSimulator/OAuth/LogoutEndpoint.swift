import SimulatorKit
import FlowEngine
import FlowHTTP

/// The endpoint that ends a session.
struct LogoutEndpoint: TurnPart {
  let turn: Turn

  /// Ends a session.
  ///
  /// Redirects to the app if the request contains an address (OpenID Connect RP-Initiated Logout
  /// 1.0, section 2).
  func logout(
    _ form: OAuthForm, _ server: AuthorizationServer
  ) throws(HTTPRefusal) -> HTTPResponse {
    var hint: JSONObject?
    let hintText = try form.value("id_token_hint", lengthMax: OrgLimits.tokenLength)
    if let token = hintText {
      // An expired token is accepted (section 2), but a token must be signed by this org.
      guard let claims = org.signingKey.idTokenClaims(of: token),
        let audience = claims["aud"]?.string
      else { throw .invalidRequest("The 'id_token_hint' is invalid.") }
      try oauthRequests.checkClient(audience)
      hint = claims
      if let clientID = try form.value("client_id"), clientID != audience {
        throw .invalidRequest("The 'client_id' is not the one of the 'id_token_hint'.")
      }
    } else if let clientID = try form.value("client_id") {
      try oauthRequests.checkClient(clientID)
    } else {
      throw .invalidRequest("The 'id_token_hint' or the 'client_id' must be specified.")
    }
    guard let redirect = try form.value("post_logout_redirect_uri") else {
      browserSession.endSession(hintedBy: hint)
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "text/plain; charset=utf-8"],
        body: .bytes(Array("You are signed out.\n".utf8)))
    }
    guard let address = RedirectAddress(redirect), leadsBack(to: address) else {
      throw .invalidRequest(
        "The 'post_logout_redirect_uri' parameter must be a Logout redirect URI in the client app"
          + " settings.")
    }
    browserSession.endSession(hintedBy: hint)
    let state = try form.value("state").map { [FormPair("state", $0)] } ?? []
    return HTTPResponse(status: 302, headers: ["Location": address.with(state)])
  }

  /// Whether a sign-out may redirect to an address.
  ///
  /// If the settings list logout addresses, it must be one of them. Otherwise it must be a local
  /// address or a redirect address of a sign-in.
  private func leadsBack(to address: RedirectAddress) -> Bool {
    let registered = policy.app.logoutRedirects
    guard registered.isEmpty else { return registered.contains(address.text) }
    return address.isLocal || policy.app.redirects.contains(address.text)
  }
}
