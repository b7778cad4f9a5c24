import FlowCrypto
import TestSupport
import Testing

@testable import FlowHTTP

// MARK: Refusals

extension Demand {
  static let refusals: [Demand] = [
    Demand("any: a refusal by `interact` is OAuth's error with 400") { org in
      let answer = try org.form("/oauth2/default/v1/interact", "client_id=0oaapp")
      return answer.status == 400 && answer.json["error"]?.string == "invalid_request"
        && answer.json["error_description"]?.string != nil
    },
    // Seen with 401, too; the captured responses have 400, which is used here. All five clients
    // read a page by its contents and not by its status.
    Demand("all: a wrong password on its own page is reported, and the step is repeated") {
      org in
      var signIn = try SocketSignIn(org)
      try signIn.identify()
      try signIn.passcode("wrong")
      let message = signIn.page.json["messages"]?["value"]?.array?.first
      return signIn.last.status == 400 && signIn.page.steps.first == "challenge-authenticator"
        && message?["class"] == "ERROR" && message?["message"] == "Password is incorrect"
    },
    Demand("all: a wrong password on the first page is reported, and that page is repeated") {
      _ in
      let org = try ServedTestOrg(
        """
        org one {
          authenticators password
          user "jane@example.com" { password "Correct-Horse-1" }
          sign-in identifier-and-password
        }
        """)
      var signIn = try SocketSignIn(org)
      try signIn.post(
        "identify", ["identifier": "jane@example.com", "credentials": ["passcode": "wrong"]])
      let message = signIn.page.json["messages"]?["value"]?.array?.first
      return signIn.last.status == 400 && signIn.page.steps.first == "identify"
        && message?["i18n"]?["key"] == "errors.E0000004"
    },
    Demand("all: a wrong code is 401, and the step is repeated with the error at its field") {
      org in
      var signIn = try SocketSignIn(org)
      try signIn.identify()
      try signIn.passcode("Correct-Horse-1")
      try signIn.choose("Email")
      try signIn.passcode("not it")
      let message = passcodeMessage(signIn.page)
      return signIn.last.status == 401 && signIn.page.steps.first == "challenge-authenticator"
        && message?["class"] == "ERROR" && message?["message"]?.string != nil
    },
    Demand("all: the step can be answered again") { org in
      var signIn = try SocketSignIn(org)
      try signIn.identify()
      try signIn.passcode("wrong")
      try signIn.passcode("Correct-Horse-1")
      return signIn.page.steps == ["select-authenticator-authenticate"]
    },
    Demand("any: an ended transaction is 401 with only a version and messages") { org in
      let answer = try org.json("/idp/idx/introspect", ["interactionHandle": "gone"])
      let message = answer.json["messages"]?["value"]?.array?.first
      return answer.status == 401
        && answer.json.object?.members.map(\.name) == ["version", "messages"]
        && message?["i18n"]?["key"] == "idx.session.expired" && message?["class"] == "ERROR"
    },
    Demand("auth-js: a refusal by `introspect` has a type that contains application/json") { org in
      let answer = try org.json("/idp/idx/introspect", ["interactionHandle": "gone"])
      return answer["Content-Type"]?.contains("application/json") == true
    },
    Demand("java: a refusal by a step has the type of JSON or of Ion") { org in
      let answer = try org.json("/idp/idx/identify", ["stateHandle": "gone"])
      return answer.status == 401
        && answer["Content-Type"]?.hasPrefix("application/ion+json") == true
    },
    Demand("swift: an error of the API has all five members, the causes a list") { org in
      let answer = try org.get("/idp/idx/nowhere")
      let texts = ["errorCode", "errorSummary", "errorLink", "errorId"]
      return answer.status == 404 && texts.allSatisfy { answer.json[$0]?.string != nil }
        && answer.json["errorCauses"]?.array == []
    },
    Demand("any: a refusal by `token` is OAuth's error with 400") { org in
      let answer = try org.form(
        "/oauth2/default/v1/token",
        "grant_type=interaction_code&client_id=0oaapp&interaction_code=x&code_verifier=y")
      return answer.status == 400 && answer.json["error"] == "invalid_grant"
        && answer.json["error_description"]?.string != nil
    },
    Demand("any: another code verifier gets no tokens") { org in
      var signIn = try SocketSignIn(org)
      try signIn.signIn()
      let answer = try org.form(
        "/oauth2/default/v1/token",
        "grant_type=interaction_code&client_id=0oaapp&interaction_code=\(signIn.interactionCode)"
          + "&code_verifier=other")
      return answer.status == 400 && answer.json["error"] == "invalid_grant"
    },
  ]

  private static func passcodeMessage(_ page: IDXPageView) -> JSON? {
    let fields = page.remediations.first.map { IDXPageView.all($0) } ?? []
    return fields.first { $0["name"] == "passcode" }?["messages"]?["value"]?.array?.first
  }

  // MARK: The end of a sign-in

  private static func signedIn(_ org: ServedTestOrg, _ more: String = "") throws -> SocketSignIn {
    var signIn = try SocketSignIn(org, more)
    try signIn.signIn()
    return signIn
  }

  private static func idToken(
    _ org: ServedTestOrg, _ more: String = ""
  ) throws -> (token: String, header: JSON, claims: JSON) {
    let token = try signedIn(org, more).tokens().json["id_token"]?.string ?? ""
    let (header, claims) = try SocketSignIn.parts(of: token)
    return (token, header, claims)
  }

  /// Whether a token is signed with RS256 by the published key.
  private static func isSigned(_ token: String, _ org: ServedTestOrg) throws -> Bool {
    let header = try SocketSignIn.parts(of: token).header
    let key = try org.get("/oauth2/default/v1/keys").json["keys"]?.array?.first
    let parts = token.split(separator: ".").map(String.init)
    let publicKey = try RSA.PublicKey(
      modulus: try #require(Base64URL.decode(key?["n"]?.string ?? "")),
      exponent: try #require(Base64URL.decode(key?["e"]?.string ?? "")))
    let isSigned = try publicKey.isValid(
      try #require(Base64URL.decode(parts[2])), of: Array("\(parts[0]).\(parts[1])".utf8))
    return isSigned && header["alg"] == "RS256" && header["kid"] == key?["kid"]
  }

  /// Whether `introspect` reports a token as active.
  private static func isActive(_ token: String, _ org: ServedTestOrg) throws -> Bool {
    try org.form("/oauth2/default/v1/introspect", "client_id=0oaapp&token=\(token)")
      .json["active"] == true
  }

  static let ends: [Demand] = [
    Demand("all: the end is a form `issue` with its address, method and type") { org in
      let form = try signedIn(org).last.json["successWithInteractionCode"]
      return form?["name"] == "issue" && form?["method"] == "POST"
        && form?["href"]?.string == "http://\(org.authority)/oauth2/default/v1/token"
        && form?["accepts"] == "application/x-www-form-urlencoded"
    },
    Demand("golang: the end lists the code verifier, the grant type, the code and the client") {
      org in
      let fields = try signedIn(org).last.json["successWithInteractionCode"]?["value"]?.array ?? []
      return fields.compactMap { $0["name"]?.string }
        == ["grant_type", "interaction_code", "client_id", "code_verifier"]
    },
    Demand("swift, auth-js: tokens have a type, a lifetime, a scope and an ID token") { org in
      let json = try signedIn(org).tokens().json
      return json["access_token"]?.string != nil && json["token_type"] == "Bearer"
        && json["expires_in"]?.integer == 3600 && json["id_token"]?.string != nil
        && json["scope"]?.string == "openid profile"
    },
    Demand("golang: an ID token's header has only `alg` and `kid`") { org in
      try idToken(org).header.object?.members.map(\.name) == ["alg", "kid"]
    },
    Demand("all that verify: an ID token is signed by the published key") { org in
      try isSigned(idToken(org).token, org)
    },
    Demand("all that verify: an ID token's `iss`, `aud`, `exp`, `iat` and `sub`") { org in
      let claims = try idToken(org).claims
      return claims["iss"]?.string == "http://\(org.authority)/oauth2/default"
        && claims["aud"] == "0oaapp" && claims["iat"] == 1_800_000_000
        && claims["exp"] == 1_800_003_600 && claims["sub"]?.string?.hasPrefix("00u") == true
    },
    Demand("swift: the nonce that was sent is in the ID token") { org in
      try idToken(org, "&nonce=n-123").claims["nonce"] == "n-123"
    },
    Demand("swift's predecessor, golang: no nonce if none was sent") { org in
      try idToken(org).claims["nonce"] == nil
    },
    Demand("any: a code is valid once, and its tokens are revoked if it is sent again") { org in
      let signIn = try signedIn(org)
      let token = try signIn.tokens().json["access_token"]?.string ?? ""
      let isGood = try isActive(token, org)
      return try isGood && signIn.tokens().json["error"] == "invalid_grant" && !isActive(token, org)
    },
    Demand("any: a code is invalid after another verifier") { org in
      let signIn = try signedIn(org)
      let wrong = signIn.redemption + "x"
      return try org.form("/oauth2/default/v1/token", wrong).json["error"] == "invalid_grant"
        && signIn.tokens().json["error"] == "invalid_grant"
    },
    Demand("auth-js below 8, widget: an access token is a JWT with the real engine's claims") {
      org in
      let token = try signedIn(org).tokens().json["access_token"]?.string ?? ""
      let (header, claims) = try SocketSignIn.parts(of: token)
      return header.object?.members.map(\.name) == ["alg", "kid"] && claims["ver"] == 1
        && claims["iss"]?.string == "http://\(org.authority)/oauth2/default"
        && claims["aud"] == "api://default" && claims["cid"] == "0oaapp"
        && claims["scp"] == ["openid", "profile"] && claims["sub"] == "jane@example.com"
        && claims["uid"]?.string?.hasPrefix("00u") == true
        && claims["jti"]?.string?.hasPrefix("AT.") == true && claims["auth_time"]?.integer != nil
        && claims["iat"] == 1_800_000_000 && claims["exp"] == 1_800_003_600
    },
    Demand("resource servers: an access token is signed by the published key") { org in
      try isSigned(signedIn(org).tokens().json["access_token"]?.string ?? "", org)
    },
    Demand("auth-js: a public client revokes with its id and no colon in the header") { org in
      let token = try signedIn(org).tokens().json["access_token"]?.string ?? ""
      // `0oaapp`
      let answer = try org.form(
        "/oauth2/default/v1/revoke", "token_type_hint=access_token&token=\(token)",
        "Authorization: Basic MG9hYXBw")
      return try answer.status == 200 && !isActive(token, org)
    },
    Demand("OAuth: the token endpoint's answers can't be cached") { org in
      let answer = try signedIn(org).tokens()
      return answer["Pragma"] == "no-cache"
        && answer["Cache-Control"]?.contains("no-store") == true
    },
    Demand("any: an ID token names its identity provider") { org in
      try idToken(org).claims["idp"]?.string?.hasPrefix("00o") == true
    },
  ]

  // MARK: Browsers

  static let browsers: [Demand] = [
    Demand("auth-js: a page of this machine can send requests with its announced headers") { org in
      let answer = try org.send(
        "OPTIONS", "/idp/idx/identify",
        [
          "Origin: http://localhost:3000", "Access-Control-Request-Method: POST",
          "Access-Control-Request-Headers: content-type, x-okta-user-agent-extended",
        ])
      return answer.status == 204
        && answer["Access-Control-Allow-Origin"] == "http://localhost:3000"
        && answer["Access-Control-Allow-Credentials"] == "true"
        && answer["Access-Control-Allow-Headers"] == "content-type, x-okta-user-agent-extended"
        && answer["Access-Control-Allow-Methods"]?.contains("POST") == true
    },
    Demand("auth-js: a page of this machine can read an answer and its headers") { org in
      let answer = try org.get("/oauth2/default/v1/keys", "Origin: http://127.0.0.1:5173")
      let exposed = answer["Access-Control-Expose-Headers"] ?? ""
      return answer["Access-Control-Allow-Origin"] == "http://127.0.0.1:5173"
        && ["x-okta-request-id", "x-rate-limit-reset", "X-Flow-Rule", "Date"]
          .allSatisfy(exposed.contains)
    },
    Demand("auth-js: a refusal can be read, too") { org in
      let answer = try org.send(
        "POST", "/idp/idx/introspect", ["Origin: http://localhost:3000"],
        body: "{\"interactionHandle\":\"gone\"}")
      return answer.status == 401
        && answer["Access-Control-Allow-Origin"] == "http://localhost:3000"
    },
  ]
}
