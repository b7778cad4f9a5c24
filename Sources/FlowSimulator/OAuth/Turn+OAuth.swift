import FlowCrypto
import FlowEngine
import FlowWire

extension Turn {
  /// Answers a request to an endpoint of an authorization server.
  mutating func answer(
    _ endpoint: OAuthEndpoint, of server: AuthorizationServer, _ request: HTTPRequest
  ) -> HTTPResponse {
    do throws(OAuthError) {
      switch endpoint {
      case .interact:
        return .json(
          200,
          try interact(
            OAuthForm(request), ContextHeaders(request.headers, policy), server))
      case .authorize: return try authorize(request)
      case .token:
        return .json(200, try token(OAuthForm(request), server))
      case .keys:
        return .json(200, org.signingKey.published)
      case .userinfo:
        return userinfo(request, server)
      case .revoke:
        try revoke(OAuthForm(request), server)
        return HTTPResponse(status: 200)
      case .introspect:
        return .json(200, try introspect(OAuthForm(request), server))
      case .logout:
        return try logout(OAuthForm(request), server)
      }
    } catch {
      var response = HTTPResponse.json(error.status, error.json)
      if error.status == 401, request.headers["Authorization"] != nil {
        // RFC 6749, section 5.2.
        response.headers["WWW-Authenticate"] = "Basic realm=\"\(org.site.issuer(of: server))\""
      }
      return response
    }
  }

  // MARK: Interact

  private mutating func interact(
    _ form: OAuthForm, _ said: ContextHeaders, _ server: AuthorizationServer
  ) throws(OAuthError) -> JSON {
    let clientID = try form.clientID()
    try checkClient(clientID)
    let redirect = try form.required("redirect_uri")
    guard policy.app.redirects.isEmpty || policy.app.redirects.contains(redirect) else {
      throw .invalidRequest(
        "The 'redirect_uri' parameter must be a Login redirect URI in the client app settings.")
    }
    let scope = try form.required("scope")
    guard let challenge = try form.value("code_challenge") else {
      throw .invalidRequest(
        "PKCE code challenge is required when the token endpoint authentication method is 'NONE'.")
    }
    let method = try form.value("code_challenge_method") ?? "plain"
    guard let method = Interaction.ChallengeMethod(rawValue: method) else {
      throw .invalidRequest("The 'code_challenge_method' parameter must be 'S256' or 'plain'.")
    }
    var interaction = Interaction.Parts(
      server: server, clientID: clientID, redirectURI: redirect, scope: scope,
      challenge: challenge, challengeMethod: method, nonce: try form.value("nonce"))
    try read(form, into: &interaction)
    now = clock + said.context.clock
    var transaction = begin(Interaction(interaction))
    transaction.context = said.context
    if let login = said.remembered { try rememberDevice(ofUser: login, &transaction) }
    if try !open(form, &transaction) {
      if let session = said.session {
        try joinSession(ofUser: session, &transaction)
      } else {
        joinSession(of: nil, &transaction)
      }
    }
    state.transactions[transaction.number] = transaction
    return ["interaction_handle": .string(transaction.interactionHandle)]
  }

  func checkClient(_ id: String) throws(OAuthError) {
    guard policy.app.clientID == nil || policy.app.clientID == id else { throw .invalidClient }
  }

  /// The client that a request proves to be from.
  func authenticatedClient(_ form: OAuthForm) throws(OAuthError) -> String {
    let clientID = try form.clientID()
    try checkClient(clientID)
    if let secret = policy.app.secret {
      guard try form.proves(secret) else { throw .invalidSecret }
    }
    return clientID
  }

  // MARK: Token

  private mutating func token(
    _ form: OAuthForm, _ server: AuthorizationServer
  ) throws(OAuthError) -> JSON {
    let clientID = try authenticatedClient(form)
    switch try form.required("grant_type") {
    case "interaction_code": return try redeem(form, clientID: clientID, server)
    case "refresh_token": return try refresh(form, clientID: clientID, server)
    default:
      throw OAuthError(
        code: "unsupported_grant_type",
        text: "The authorization grant type is not supported by the authorization server.")
    }
  }

  private mutating func redeem(
    _ form: OAuthForm, clientID: String, _ server: AuthorizationServer
  ) throws(OAuthError) -> JSON {
    let code = try form.required("interaction_code")
    guard let number = Handle.number(in: code), let transaction = state.transactions[number],
      case .succeeded(let right, let expires) = transaction.stage, right.reveal() == code,
      expires > time(of: transaction), transaction.interaction.clientID == clientID,
      transaction.interaction.server == server, let account = account(of: transaction)
    else { throw .invalidGrant("The interaction code is invalid or has expired.") }
    now = time(of: transaction)
    let interaction = transaction.interaction
    if let redirect = try form.value("redirect_uri"), redirect != interaction.redirectURI {
      throw .invalidGrant("The 'redirect_uri' does not match the redirection URI of interact.")
    }
    guard interaction.isProved(by: try form.value("code_verifier") ?? "") else {
      throw .invalidGrant("PKCE verification failed.")
    }
    // A code is good for once, and its transaction is over.
    var spent = transaction
    spent.stage = .ended
    spent.expires = .zero
    state.transactions[number] = spent
    let grant = newGrant(
      Grant(
        account: account, clientID: clientID, server: server, scope: interaction.scope,
        accessToken: Secret(""), expires: .zero,
        authenticatedAt: transaction.verifiedAt ?? now,
        references: transaction.references, assurance: interaction.assurance,
        clock: transaction.context.clock))
    org.decisions.append(transaction, to: &extraHeaders)
    return try tokens(grant, nonce: interaction.nonce)
  }

  private mutating func refresh(
    _ form: OAuthForm, clientID: String, _ server: AuthorizationServer
  ) throws(OAuthError) -> JSON {
    let token = try form.required("refresh_token")
    guard let number = Handle.number(in: token), var grant = state.grants[number],
      grant.refreshToken?.reveal() == token, !grant.isRevoked, grant.clientID == clientID,
      grant.server == server
    else { throw .invalidGrant("The refresh token is invalid or expired.") }
    if let wanted = try form.value("scope") {
      // Never more than was granted (RFC 6749, section 6).
      guard wanted.split(separator: " ").allSatisfy({ grant.asks(for: String($0)) }) else {
        throw OAuthError(
          code: "invalid_scope", text: "The requested scope exceeds what was granted.")
      }
      grant.scope = wanted
    }
    now = clock + grant.clock
    grant.isAccessRevoked = false
    grant.origin = number
    return try tokens(newGrant(grant), nonce: nil)
  }

  /// Gives a grant its tokens and keeps it.
  ///
  /// A refresh token stays the same however often it is used, as an app that is no single-page one
  /// has it unless it asks for another; what it has got before goes on being good.
  private mutating func newGrant(_ template: Grant) -> Grant {
    var grant = template
    let number = state.grants.next
    grant.accessToken = Secret(draw.handle(of: number))
    grant.expires = now + Turn.tokenLife
    if grant.origin == nil {
      let isOffline = grant.asks(for: "offline_access")
      grant.refreshToken = isOffline ? Secret(draw.handle(of: number)) : nil
    }
    state.grants.append(grant)
    return grant
  }

  /// The grant of an access token that is good at the time of its sign-in.
  func grant(ofAccessToken token: String, _ server: AuthorizationServer) -> Grant? {
    guard let number = Handle.number(in: token), let grant = state.grants[number],
      grant.accessToken.reveal() == token, grant.expires > clock + grant.clock,
      grant.server == server, !grant.isRevoked, !grant.isAccessRevoked,
      grant.origin.flatMap({ state.grants[$0]?.isRevoked }) != true
    else { return nil }
    return grant
  }

  /// The answer of RFC 6749, section 5.1, with the ID token of OpenID Connect Core, 3.1.3.3.
  private mutating func tokens(_ grant: Grant, nonce: String?) throws(OAuthError) -> JSON {
    var members: [JSONObject.Member] = [
      .init("token_type", "Bearer"),
      .init("expires_in", .whole(Turn.tokenLife.components.seconds)),
      .init("access_token", .string(grant.accessToken.reveal())),
      .init("scope", .string(grant.scope)),
    ]
    if let refreshToken = grant.refreshToken {
      members.append(.init("refresh_token", .string(refreshToken.reveal())))
    }
    if grant.asks(for: "openid") {
      members.append(.init("id_token", .string(try idToken(grant, nonce: nonce))))
    }
    return .object(JSONObject(members: members))
  }

  private mutating func idToken(
    _ grant: Grant, nonce: String?
  ) throws(OAuthError) -> String {
    var claims = grant.personClaims
    claims += [
      .init("ver", 1), .init("iss", .string(org.site.issuer(of: grant.server))),
      .init("aud", .string(grant.clientID)),
      .init("iat", .whole(now.components.seconds)),
      .init("exp", .whole(grant.expires.components.seconds)),
      .init("jti", .string("ID." + draw.text(32))),
      .init("amr", .array(grant.references.map { .string($0) })),
      .init("auth_time", .whole(grant.authenticatedAt.components.seconds)),
    ]
    if let assurance = grant.assurance {
      claims.append(.init("acr", .string(assurance.rawValue)))
    }
    // OpenID Connect Core 1.0, section 3.1.3.6: the left half of the hash that signs.
    let hash = SHA256.hash(Array(grant.accessToken.reveal().utf8))
    claims.append(.init("at_hash", .string(Base64URL.encode(Array(hash[..<16])))))
    if let nonce { claims.append(.init("nonce", .string(nonce))) }
    guard let token = org.signingKey.sign(.object(JSONObject(members: claims))) else {
      throw OAuthError(
        status: 500, code: "server_error", text: "This machine has no library to sign with.")
    }
    return token
  }

  /// How long access and ID tokens are good, as in the real engine's default policy.
  static let tokenLife: Duration = .seconds(3600)

  // MARK: Tokens in use

  private func userinfo(_ request: HTTPRequest, _ server: AuthorizationServer) -> HTTPResponse {
    let header = request.headers["Authorization"] ?? ""
    let token = header.lowercased().hasPrefix("bearer ") ? String(header.dropFirst(7)) : ""
    guard let grant = grant(ofAccessToken: token, server) else {
      var response = HTTPResponse.json(
        401, ["error": "invalid_token", "error_description": "The access token is invalid."])
      response.headers["WWW-Authenticate"] = "Bearer error=\"invalid_token\""
      return response
    }
    guard grant.asks(for: "openid") else {
      // RFC 6750, section 3.1.
      var response = HTTPResponse.json(
        403,
        [
          "error": "insufficient_scope",
          "error_description": "The access token has not the scope 'openid'.",
        ])
      response.headers["WWW-Authenticate"] = "Bearer error=\"insufficient_scope\""
      return response
    }
    return .json(200, .object(JSONObject(members: grant.personClaims)))
  }

  /// Ends an access token, or a refresh token with all that came of it.
  ///
  /// A token that is unknown, or another client's, is no error (RFC 7009, sections 2.1 and 2.2).
  private mutating func revoke(
    _ form: OAuthForm, _ server: AuthorizationServer
  ) throws(OAuthError) {
    let clientID = try authenticatedClient(form)
    let token = try form.required("token")
    guard let number = Handle.number(in: token), var grant = state.grants[number],
      grant.clientID == clientID, grant.server == server
    else { return }
    if grant.accessToken.reveal() == token { grant.isAccessRevoked = true }
    if grant.refreshToken?.reveal() == token { grant.isRevoked = true }
    state.grants[number] = grant
  }
}

extension Interaction {
  /// Whether a code verifier is the one that the challenge was made of (RFC 7636, section 4.6).
  func isProved(by verifier: String) -> Bool {
    switch self.challengeMethod {
    case .plain: verifier == self.challenge
    case .sha256: Base64URL.encode(SHA256.hash(Array(verifier.utf8))) == self.challenge
    }
  }
}

extension Transaction {
  /// The `amr` of an ID token, with `mfa` where there was more than one kind of factor: no password
  /// where an identity provider vouched.
  fileprivate var references: [String] {
    let references = self.verified.references + (self.kinds.count > 1 ? ["mfa"] : [])
    return self.provider == nil ? references : references.filter { $0 != "pwd" }
  }
}

extension Methods {
  /// A word of the `amr` of an ID token a method.
  fileprivate var references: [String] {
    var words: [String] = []
    for method in list where !words.contains(method.authenticationReference) {
      words.append(method.authenticationReference)
    }
    return words
  }
}
