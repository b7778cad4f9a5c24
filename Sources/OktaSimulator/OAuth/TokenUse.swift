import FlowEngine
import FlowHTTP
import SimulatorKit

/// Uses tokens, and revokes them.
struct TokenUse: TurnPart {
  let turn: Turn

  /// Returns the grant of an access token; `nil` if the token isn't valid now.
  func grant(ofAccessToken token: String, _ server: AuthorizationServer) -> Grant? {
    guard let number = tokenMaker.grantNumber(of: token), let grant = state.grants[number],
      grant.accessToken.reveal() == token, grant.expires > clock + grant.clock,
      grant.server == server, !grant.isRevoked, !grant.isAccessRevoked
    else { return nil }
    return grant
  }

  func userinfo(_ request: HTTPRequest, _ server: AuthorizationServer) -> HTTPResponse {
    let header = request.headers["Authorization"] ?? ""
    let parts = header.split(separator: " ", maxSplits: 1).map(String.init)
    let (scheme, token) = parts.count == 2 ? (parts[0].lowercased(), parts[1]) : ("", "")
    let found = ["bearer", "dpop"].contains(scheme) ? grant(ofAccessToken: token, server) : nil
    guard let grant = found, tokenProof.permits(request, scheme: scheme, grant) else {
      var response = HTTPResponse.json(
        401, ["error": "invalid_token", "error_description": "The access token is invalid."])
      response.headers["WWW-Authenticate"] = TokenUse.challenge(isBound: found?.thumbprint != nil)
      return response
    }
    guard grant.asks(for: "openid") else {
      // RFC 6750, section 3.1, requires this error.
      var response = HTTPResponse.json(
        403,
        [
          "error": "insufficient_scope",
          "error_description": "The access token doesn't have the scope 'openid'.",
        ])
      response.headers["WWW-Authenticate"] = "Bearer error=\"insufficient_scope\""
      return response
    }
    return .json(200, .object(JSONObject(members: grant.personClaims)))
  }

  /// Returns the challenge to a request whose token isn't accepted (RFC 9449, section 7.1).
  private static func challenge(isBound: Bool) -> String {
    guard isBound else { return "Bearer error=\"invalid_token\"" }
    let algorithms = TokenProof.algorithms.joined(separator: " ")
    return "DPoP error=\"invalid_token\", algs=\"\(algorithms)\""
  }

  /// Revokes an access token, or a refresh token with all tokens of its sign-in.
  ///
  /// Nothing happens if the token is unknown or belongs to another client (RFC 7009, sections 2.1
  /// and 2.2).
  func revoke(
    _ form: OAuthForm, _ server: AuthorizationServer
  ) throws(HTTPRefusal) {
    let clientID = try oauthRequests.authenticatedClient(form)
    let token = try form.required("token", lengthMax: OrgLimits.tokenLength)
    guard let number = tokenMaker.grantNumber(of: token), let grant = state.grants[number],
      grant.clientID == clientID, grant.server == server
    else { return }
    if grant.accessToken.reveal() == token { state.grants[number]?.isAccessRevoked = true }
    if grant.refreshToken?.reveal() == token { revoke(family: grant.family) }
  }

  /// Revokes all tokens of one sign-in, including tokens from refreshes.
  func revoke(family: Int) {
    for number in state.grants.numbers where state.grants[number]?.family == family {
      state.grants[number]?.isRevoked = true
    }
  }
}
