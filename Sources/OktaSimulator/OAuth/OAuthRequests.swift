import FlowEngine
import FlowHTTP
import SimulatorKit

/// Answers requests to the OAuth endpoints, and authenticates the clients.
struct OAuthRequests: TurnPart {
  let turn: Turn

  /// Answers a request to an endpoint of an authorization server.
  func answer(
    _ endpoint: OAuthEndpoint, of server: AuthorizationServer, _ request: HTTPRequest
  ) -> HTTPResponse {
    do throws(HTTPRefusal) {
      switch endpoint {
      case .interact:
        return .json(
          200,
          try interact(
            OAuthForm(request), ContextHeaders(request.headers, policy, app: org.appName), server))
      case .authorize:
        let form = try OAuthForm(request)
        guard try form.value("request_uri") == nil else {
          return try providerRedirect.authorize(form)
        }
        let said = try ContextHeaders(request.headers, policy, app: org.appName)
        return try codeFlow.beginCodeFlow(form, said, server)
      case .token:
        return .json(200, try tokenEndpoint.token(request, server)).uncached
      case .keys:
        return .json(200, org.signingKey.published).cacheable
      case .userinfo:
        return tokenUse.userinfo(request, server)
      case .revoke:
        try tokenUse.revoke(OAuthForm(request), server)
        return HTTPResponse(status: 200)
      case .introspect:
        return .json(200, try tokenIntrospection.introspect(OAuthForm(request), server))
      case .logout:
        return try logoutEndpoint.logout(OAuthForm(request), server)
      }
    } catch {
      var response = HTTPResponse.json(error.status, error.oauthJSON)
      if endpoint == .token { response = response.uncached }
      if error.status == 401, request.headers["Authorization"] != nil {
        // RFC 6749, section 5.2, requires this header.
        response.headers["WWW-Authenticate"] = "Basic realm=\"\(org.site.issuer(of: server))\""
      }
      return response
    }
  }

  // MARK: Interact

  private func interact(
    _ form: OAuthForm, _ said: ContextHeaders, _ server: AuthorizationServer
  ) throws(HTTPRefusal) -> JSON {
    let clientID = try authenticatedClient(form)
    let redirect = try redirectAddress(form)
    let scope = try form.required("scope")
    var interaction = Interaction.Parts(
      server: server, clientID: clientID, redirect: redirect, scope: scope,
      proof: try CodeProof(form), nonce: try form.value("nonce"))
    try interactParameters.read(form, into: &interaction)
    now = clock + said.context.clock
    var transaction = idxRequests.begin(Interaction(interaction))
    transaction.context = said.context
    transaction.context.unknowns.holding |= policy.graces(at: now)
    if let login = said.remembered {
      try policyDecisions.rememberDevice(ofUser: login, &transaction)
    }
    if try !interactParameters.open(form, &transaction) {
      if let session = said.session {
        try browserSession.joinSession(ofUser: session, said.sessionState, &transaction)
      } else {
        browserSession.joinSession(of: nil, &transaction)
      }
    }
    state.transactions[transaction.number] = transaction
    return ["interaction_handle": .string(transaction.interactionHandle)]
  }

  /// Returns the address in `redirect_uri`, to which the browser returns.
  func redirectAddress(_ form: OAuthForm) throws(HTTPRefusal) -> RedirectAddress {
    let text = try form.required("redirect_uri")
    guard policy.app.redirects.isEmpty || policy.app.redirects.contains(text) else {
      throw .invalidRequest(
        "The 'redirect_uri' parameter must be a Login redirect URI in the client app settings.")
    }
    guard let address = RedirectAddress(text) else {
      throw .invalidRequest(
        "The 'redirect_uri' parameter must be an absolute address of an app or a web site, without"
          + " a fragment.")
    }
    return address
  }

  // MARK: Clients

  func checkClient(_ id: String) throws(HTTPRefusal) {
    guard policy.app.clientID == nil || policy.app.clientID == id else { throw .invalidClient }
  }

  /// Returns the id of the request's client after authenticating the client.
  func authenticatedClient(_ form: OAuthForm) throws(HTTPRefusal) -> String {
    let clientID = try form.clientID()
    try checkClient(clientID)
    if let secret = policy.app.secret {
      guard try form.proves(secret) else { throw .invalidSecret }
    }
    return clientID
  }
}

extension HTTPResponse {
  /// The response with `Pragma: no-cache`, so that older caches don't store it either (RFC 6749,
  /// section 5.1).
  ///
  /// Every response already forbids it by `Cache-Control`, unless it is `cacheable`.
  fileprivate var uncached: HTTPResponse {
    var response = self
    response.headers["Pragma"] = "no-cache"
    return response
  }

  /// The response with the permission to use it for a day, which Okta gives for public documents.
  var cacheable: HTTPResponse {
    var response = self
    response.headers["Cache-Control"] = "max-age=86400, must-revalidate"
    return response
  }
}
