import FlowHTTP

/// The endpoints of an authorization server.
enum OAuthEndpoint: String, Sendable, Hashable, CaseIterable {
  case interact
  case authorize
  case token
  case keys
  case userinfo
  case revoke
  case introspect
  case logout

  /// The HTTP methods that the endpoint accepts.
  var methods: [HTTPMethod] {
    switch self {
    case .interact, .token, .revoke, .introspect: [.post]
    case .authorize, .keys: [.get]
    case .userinfo, .logout: [.get, .post]
    }
  }
}

extension Site {
  private static let clientAuthentication: JSON = [
    "client_secret_basic", "client_secret_post", "none",
  ]

  /// Returns the discovery document (OpenID Connect Discovery 1.0, section 3; RFC 8414, section 2).
  ///
  /// - Parameters:
  ///   - server: The authorization server.
  ///   - algorithm: The algorithm that signs ID tokens.
  /// - Returns: The document.
  func discovery(_ server: AuthorizationServer, algorithm: String) -> JSON {
    let oauth = oauth(server)
    return [
      "issuer": .string(issuer(of: server)),
      "authorization_endpoint": .string(oauth + "authorize"),
      "token_endpoint": .string(oauth + "token"),
      "userinfo_endpoint": .string(oauth + "userinfo"),
      "jwks_uri": .string(oauth + "keys"),
      "revocation_endpoint": .string(oauth + "revoke"),
      "introspection_endpoint": .string(oauth + "introspect"),
      "end_session_endpoint": .string(oauth + "logout"),
      "response_types_supported": ["code"],
      "response_modes_supported": ["query"],
      "grant_types_supported": [
        "authorization_code", "interaction_code", "refresh_token",
      ],
      "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": [.string(algorithm)],
      "dpop_signing_alg_values_supported": .array(TokenProof.algorithms.map { .string($0) }),
      "scopes_supported": ["openid", "profile", "email", "offline_access"],
      "token_endpoint_auth_methods_supported": Site.clientAuthentication,
      "revocation_endpoint_auth_methods_supported": Site.clientAuthentication,
      "introspection_endpoint_auth_methods_supported": Site.clientAuthentication,
      "claims_supported": [
        "iss", "sub", "aud", "iat", "exp", "jti", "auth_time", "acr", "amr", "nonce",
        "preferred_username", "name", "given_name", "family_name", "email", "email_verified",
        "locale", "ver", "idp", "at_hash",
      ],
      "code_challenge_methods_supported": [.string(CodeProof.method)],
    ]
  }
}
