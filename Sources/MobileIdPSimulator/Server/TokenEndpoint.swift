import FlowCrypto
import FlowEngine
import FlowHTTP
import SimulatorKit

/// The endpoints that issue (sections 7.3 and 7.4) and revoke tokens.
struct TokenEndpoint: MobileIdPPart {
  let turn: MobileIdPTurn

  /// Answers an app's request for tokens.
  func token(_ form: MobileIdPForm) throws(HTTPRefusal) -> HTTPResponse {
    let grantType = try form.required("grant_type")
    switch grantType {
    case "authorization_code", "hybrid_auth_code":
      let connected = try tokenClient(form)
      return try exchange(form, connected)
    case "refresh_token", "hybrid_refresh":
      let connected = try tokenClient(form)
      return try refresh(form, connected)
    default:
      throw HTTPRefusal(code: "unsupported_grant_type", "grant type not supported")
    }
  }

  /// The client of the request, which must send its secret if it has one (rule K3).
  private func tokenClient(
    _ form: MobileIdPForm
  ) throws(HTTPRefusal) -> MobileIdPOrg.ConnectedApp {
    guard let key = try form.value("client_id"), let connected = org.connectedApp(key) else {
      throw .unknownClient
    }
    guard let secret = connected.secret else { return connected }
    guard try form.value("client_secret").map({ Secret($0) }) == secret else {
      throw HTTPRefusal(code: "invalid_client", "invalid client credentials")
    }
    return connected
  }

  /// Exchanges a code for tokens.
  ///
  /// A code is valid once, for a limited time, and only with the client, the redirect and the
  /// challenge of its request.
  private func exchange(
    _ form: MobileIdPForm, _ connected: MobileIdPOrg.ConnectedApp
  ) throws(HTTPRefusal) -> HTTPResponse {
    let text = try form.required("code")
    guard let number = state.codes.number(of: text), let code = state.codes[number],
      code.asked.client == connected.key
    else { throw .unknownCode }
    if let grant = code.grant {
      // If a code is used twice, it was stolen. So the tokens of the first use are revoked too (RFC
      // 6749, section 4.1.2).
      if state.grants[grant]?.user == code.user { state.grants[grant]?.isRevoked = true }
      throw .expiredCode
    }
    guard now < code.expires else { throw .expiredCode }
    guard try form.value("redirect_uri") == code.asked.redirect else {
      throw HTTPRefusal(code: "redirect_uri_mismatch", "redirect_uri must match configuration")
    }
    guard let verifier = try form.value("code_verifier"),
      MobileIdPLimits.verifier.contains(verifier.utf8.count),
      Base64URL.encode(SHA256.hash(Array(verifier.utf8))) == code.asked.challenge
    else { throw .invalidGrant("invalid code verifier") }
    guard let user = user(code.user) else { throw .unknownCode }
    if let refusal = refusal(of: user) { throw refusal }
    if let code = fault(at: .token) { throw .fault(code) }
    let grant = MobileIdPState.Grant(
      client: connected.key, user: user.username, scopes: code.asked.scopes,
      text: Secret(draw.handle(of: state.grants.next)),
      expires: now + org.lifetimes.refreshToken)
    let granted = state.grants.next
    state.codes[number]?.grant = granted
    state.grants.append(grant)
    let isRefreshable = grant.scopes.contains { ["refresh_token", "offline_access"].contains($0) }
    return tokens(
      of: granted, grant, user, connected, refreshToken: isRefreshable ? grant.text : nil)
  }

  /// Issues a new access token for a refresh token, which stays valid (section 7.4).
  private func refresh(
    _ form: MobileIdPForm, _ connected: MobileIdPOrg.ConnectedApp
  ) throws(HTTPRefusal) -> HTTPResponse {
    if let code = fault(at: .refresh) { throw .fault(code) }
    let text = try form.required("refresh_token")
    guard let number = state.grants.number(of: text, preset: preset(\.refreshToken, text)),
      let grant = state.grants[number], grant.client == connected.key, !grant.isRevoked,
      now < grant.expires, let user = user(grant.user)
    else { throw .expiredToken }
    if let refusal = refusal(of: user) { throw refusal }
    return tokens(of: number, grant, user, connected, refreshToken: nil)
  }

  private func tokens(
    of number: Int, _ grant: MobileIdPState.Grant, _ user: MobileIdPOrg.User,
    _ connected: MobileIdPOrg.ConnectedApp, refreshToken: Secret?
  ) -> HTTPResponse {
    trace?.note(.tokens(client: connected.key, user: user.username))
    let token = MobileIdPState.AccessToken(
      text: Secret(draw.handle(of: state.accessTokens.next)), grant: number,
      expires: now + org.lifetimes.accessToken)
    state.accessTokens.append(token)
    let (seconds, attoseconds) = now.components
    let issued = String(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    let id = identityURL(user)
    let key = (connected.secret?.reveal() ?? connected.key)
    let signature = HMAC.authenticate(
      Array((id + issued).utf8), key: Array(key.utf8), with: .sha256)
    var body: JSONObject = ["access_token": .string(token.text.reveal())]
    body["refresh_token"] = refreshToken.map { .string($0.reveal()) }
    body.members += [
      .init("signature", .string(Base64.encode(signature))),
      .init("scope", .string(grant.scopes.joined(separator: " "))),
      .init("instance_url", .string(origin)), .init("id", .string(id)),
      .init("token_type", "Bearer"), .init("issued_at", .string(issued)),
    ]
    var response = HTTPResponse.json(200, .object(body))
    response.headers["Cache-Control"] = "no-store"
    return response
  }

  /// Revokes a token (RFC 7009); with a refresh token, all of its access tokens are revoked.
  ///
  /// An unknown token isn't an error.
  func revoke(_ form: MobileIdPForm) throws(HTTPRefusal) -> HTTPResponse {
    let text = try form.required("token")
    if let number = state.grants.number(of: text, preset: preset(\.refreshToken, text)) {
      state.grants[number]?.isRevoked = true
    } else if let number = state.accessTokens.number(
      of: text, preset: preset(\.accessToken, text))
    {
      state.accessTokens[number]?.isRevoked = true
    }
    return HTTPResponse(status: 200)
  }

  // MARK: User info

  private func identityURL(_ user: MobileIdPOrg.User) -> String {
    "\(origin)\(MobileIdPTurn.identityRoot)\(user.orgID)/\(user.userID)"
  }

  /// The user of the request's access token; `nil` if the request has no valid one (RFC 6750,
  /// section 3).
  private func tokenUser() -> MobileIdPOrg.User? {
    bearer().flatMap { state.grants[$0.grant] }.flatMap { user($0.user) }
  }

  private var noToken: HTTPResponse {
    let error = HTTPRefusal(401, code: "invalid_token", "the token is invalid or has expired")
    var response = HTTPResponse.json(error.status, error.oauthJSON)
    response.headers["WWW-Authenticate"] = "Bearer error=\"invalid_token\""
    return response
  }

  /// Answers `GET /services/oauth2/userinfo`.
  func userinfo() throws(HTTPRefusal) -> HTTPResponse {
    guard let user = tokenUser() else { return noToken }
    return .json(
      200,
      [
        "sub": .string(identityURL(user)), "user_id": .string(user.userID),
        "organization_id": .string(user.orgID), "preferred_username": .string(user.username),
        "name": .string(user.displayName), "active": .bool(user.status == .active),
      ])
  }

  /// Answers `GET /id/ORG/USER`, only for the user of the token.
  func identity() throws(HTTPRefusal) -> HTTPResponse {
    guard let user = tokenUser() else { return noToken }
    guard "\(origin)\(request.url.path)" == identityURL(user) else {
      throw HTTPRefusal(404, code: "not_found", "the token is not this user's")
    }
    return .json(
      200,
      [
        "id": .string(identityURL(user)), "asserted_user": true,
        "user_id": .string(user.userID), "organization_id": .string(user.orgID),
        "username": .string(user.username), "display_name": .string(user.displayName),
        "active": .bool(user.status == .active),
        "urls": ["rest": .string("\(origin)/services/data/v{version}/")],
      ])
  }
}
