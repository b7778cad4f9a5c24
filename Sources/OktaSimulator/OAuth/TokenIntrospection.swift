import FlowEngine
import FlowHTTP
import SimulatorKit

/// Reports whether tokens are active.
struct TokenIntrospection: TurnPart {
  let turn: Turn

  /// Returns the state of a token (RFC 7662).
  ///
  /// For an inactive token, the response contains only `"active": false`.
  func introspect(
    _ form: OAuthForm, _ server: AuthorizationServer
  ) throws(HTTPRefusal) -> JSON {
    let clientID = try oauthRequests.authenticatedClient(form)
    let token = try form.required("token", lengthMax: OrgLimits.tokenLength)
    if let claims = org.signingKey.idTokenClaims(of: token) {
      return introspect(idToken: claims, of: clientID, server)
    }
    guard let number = tokenMaker.grantNumber(of: token), let grant = state.grants[number],
      grant.clientID == clientID, grant.server == server
    else { return TokenIntrospection.inactive }
    let isRefresh =
      grant.refreshToken?.reveal() == token && !grant.isRevoked && grant.rotation == nil
    guard isRefresh || tokenUse.grant(ofAccessToken: token, server) != nil else {
      return TokenIntrospection.inactive
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
      let issued = (grant.expires - TokenEndpoint.tokenLife).components.seconds
      members += [
        .init("token_type", grant.tokenType), .init("exp", .whole(expires)),
        .init("iat", .whole(issued)),
      ]
      members += grant.confirmation
      if let id = tokenMaker.accessTokenID(of: token) { members.append(.init("jti", .string(id))) }
    }
    return .object(JSONObject(members: members))
  }

  private static let inactive: JSON = ["active": false]

  private func introspect(
    idToken claims: JSONObject, of clientID: String, _ server: AuthorizationServer
  ) -> JSON {
    guard claims["aud"]?.string == clientID, let expires = claims["exp"]?.integer,
      now.components.seconds < Int64(expires), claims["iss"]?.string == org.site.issuer(of: server)
    else { return TokenIntrospection.inactive }
    return .object(JSONObject(members: [.init("active", true)] + claims.members))
  }
}
