import FlowEngine
import FlowHTTP
import SimulatorKit

/// The token endpoint (RFC 6749, section 3.2).
struct TokenEndpoint: TurnPart {
  let turn: Turn

  func token(
    _ request: HTTPRequest, _ server: AuthorizationServer
  ) throws(HTTPRefusal) -> JSON {
    let form = try OAuthForm(request)
    let clientID = try oauthRequests.authenticatedClient(form)
    // Before a code is consumed: a client that lacks a nonce repeats its request.
    let thumbprint = try tokenProof.thumbprint(of: request)
    switch try form.required("grant_type") {
    case "authorization_code":
      return try redeem(
        form.required("code"), isCodeFlow: true, form, clientID: clientID, server,
        thumbprint)
    case "interaction_code":
      return try redeem(
        form.required("interaction_code"), isCodeFlow: false, form, clientID: clientID, server,
        thumbprint)
    case "refresh_token": return try refresh(form, clientID: clientID, server, thumbprint)
    default:
      throw HTTPRefusal(
        code: "unsupported_grant_type",
        "The authorization grant type is not supported by the authorization server.")
    }
  }

  // MARK: Codes

  /// Redeems a code.
  ///
  /// Only the first attempt to redeem a code can succeed. A second attempt may come from a thief,
  /// so it also revokes the tokens of the first (RFC 6749, section 4.1.2).
  private func redeem(
    _ code: String, isCodeFlow: Bool, _ form: OAuthForm, clientID: String,
    _ server: AuthorizationServer, _ thumbprint: String?
  ) throws(HTTPRefusal) -> JSON {
    let invalidCode = HTTPRefusal.invalidGrant(
      "The \(isCodeFlow ? "authorization" : "interaction") code is invalid or has expired.")
    guard let number = Handle.number(in: code), var transaction = state.transactions[number],
      transaction.interaction.clientID == clientID, transaction.interaction.server == server,
      transaction.interaction.isCodeFlow == isCodeFlow
    else { throw invalidCode }
    if let redeemed = transaction.redeemed, redeemed.code.reveal() == code {
      tokenUse.revoke(family: redeemed.family)
      throw invalidCode
    }
    guard case .succeeded(let right, let expires) = transaction.stage, right.reveal() == code,
      expires > turn.time(of: transaction), let account = turn.account(of: transaction)
    else { throw invalidCode }
    now = turn.time(of: transaction)
    transaction.stage = .ended
    transaction.expires = .zero
    state.transactions[number] = transaction
    let interaction = transaction.interaction
    let redirect = try form.value("redirect_uri")
    // `interact` involves no browser, so the redirect address is optional for it (RFC 6749, section
    // 4.1.3).
    guard redirect == interaction.redirect.text || redirect == nil && !isCodeFlow else {
      throw .invalidGrant("The 'redirect_uri' does not match the redirection URI at the beginning.")
    }
    guard interaction.proof.isMet(by: try form.value("code_verifier") ?? "") else {
      throw .invalidGrant("PKCE verification failed.")
    }
    let (family, grant) = try issue(
      Grant(
        account: account, clientID: clientID, server: server, granted: interaction.scope,
        scope: interaction.scope, accessToken: Secret(""), expires: .zero,
        authenticatedAt: transaction.verifiedAt ?? now, references: transaction.references,
        provider: transaction.provider, assurance: interaction.assurance,
        family: state.grants.next, thumbprint: thumbprint, clock: transaction.context.clock))
    transaction.redeemed = Transaction.Redeemed(code: right, family: family)
    state.transactions[number] = transaction
    org.decisions.append(transaction, to: &extraHeaders)
    return try answer(with: grant, nonce: interaction.nonce)
  }

  // MARK: Refreshing

  /// Issues new tokens for a refresh token, which is consumed.
  ///
  /// If a client uses a consumed refresh token again, the token may be stolen. All tokens of the
  /// sign-in are then revoked (RFC 9700, section 4.14.2).
  private func refresh(
    _ form: OAuthForm, clientID: String, _ server: AuthorizationServer, _ thumbprint: String?
  ) throws(HTTPRefusal) -> JSON {
    let token = try form.required("refresh_token")
    guard let number = Handle.number(in: token), var grant = state.grants[number],
      grant.refreshToken?.reveal() == token, !grant.isRevoked, grant.clientID == clientID,
      grant.server == server
    else { throw .invalidRefreshToken }
    // First, so that a thief without the key can't revoke the tokens.
    try tokenProof.check(grant, against: thumbprint)
    now = clock + grant.clock
    if let rotation = grant.rotation, !isInGrace(rotation) {
      tokenUse.revoke(family: grant.family)
      throw .invalidRefreshToken
    }
    let scope = try form.value("scope") ?? grant.granted
    // The scopes must be among the granted scopes (RFC 6749, section 6).
    guard scope.split(separator: " ").allSatisfy({ Grant.isScope(String($0), in: grant.granted) })
    else {
      throw HTTPRefusal(
        code: "invalid_scope", "The requested scope exceeds what was granted.")
    }
    let isFirst = grant.rotation == nil
    grant.scope = scope
    grant.rotation = nil
    grant.thumbprint = thumbprint
    grant.isAccessRevoked = false
    let (next, issued) = try issue(grant)
    if isFirst { state.grants[number]?.rotation = Grant.Rotation(at: now, next: next) }
    return try answer(with: issued, nonce: nil)
  }

  /// Whether a client may repeat its request, in case it didn't receive the response.
  ///
  /// It may do so for a limited time, and until it uses the next refresh token.
  private func isInGrace(_ rotation: Grant.Rotation) -> Bool {
    guard now - rotation.at < policy.app.refreshGrace, let next = state.grants[rotation.next] else {
      return false
    }
    return next.rotation == nil && !next.isRevoked
  }

  // MARK: Issuing

  /// Makes the tokens of a grant, and stores the grant.
  ///
  /// - Parameter template: The grant. Its tokens and its expiry are replaced.
  /// - Returns: The number of the grant, and the grant with the new tokens.
  /// - Throws: `server_error` if this machine has no library to sign with.
  private func issue(
    _ template: Grant
  ) throws(HTTPRefusal) -> (number: Int, grant: Grant) {
    var grant = template
    let number = state.grants.next
    grant.expires = now + TokenEndpoint.tokenLife
    grant.accessToken = try tokenMaker.accessToken(grant, number: number)
    let isOffline = Grant.isScope("offline_access", in: grant.granted)
    grant.refreshToken = isOffline ? Secret(draw.handle(of: number)) : nil
    state.grants.append(grant)
    return (number, grant)
  }

  /// Returns the body of a token response (RFC 6749, section 5.1), with an ID token if the client
  /// requested one (OpenID Connect Core 1.0, section 3.1.3.3).
  private func answer(
    with grant: Grant, nonce: String?
  ) throws(HTTPRefusal) -> JSON {
    var members: [JSONObject.Member] = [
      .init("token_type", grant.tokenType),
      .init("expires_in", .whole(TokenEndpoint.tokenLife.components.seconds)),
      .init("access_token", .string(grant.accessToken.reveal())),
      .init("scope", .string(grant.scope)),
    ]
    if let refreshToken = grant.refreshToken {
      members.append(.init("refresh_token", .string(refreshToken.reveal())))
    }
    if grant.asks(for: "openid") {
      members.append(.init("id_token", .string(try tokenMaker.idToken(grant, nonce: nonce))))
    }
    return .object(JSONObject(members: members))
  }

  /// The lifetime of access and ID tokens, as in the real engine's default policy.
  static let tokenLife: Duration = .seconds(3600)
}

extension HTTPRefusal {
  static let invalidRefreshToken = invalidGrant("The refresh token is invalid or expired.")
}

extension Transaction {
  /// The `amr` claim of the ID token.
  ///
  /// It includes `mfa` if the user verified more than one kind of factor.
  ///
  /// It omits the password if an identity provider vouched for the user.
  fileprivate var references: [String] {
    let references = self.verified.references + (self.kinds.count > 1 ? ["mfa"] : [])
    return self.provider == nil ? references : references.filter { $0 != "pwd" }
  }
}

extension Methods {
  /// The words for the methods in the `amr` claim, without repetitions.
  fileprivate var references: [String] {
    var words: [String] = []
    for method in list where !words.contains(method.authenticationReference) {
      words.append(method.authenticationReference)
    }
    return words
  }
}
