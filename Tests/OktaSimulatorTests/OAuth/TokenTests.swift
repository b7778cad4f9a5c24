import FlowCrypto
import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing

struct TokenTests {
  static let org = """
    authenticators password, email
    user "jane@example.com" { password "Correct-Horse-1"; first-name "Jane"; last-name "Doe" }
    """

  /// A client that is signed in and has no tokens yet.
  static func signedIn(
    _ org: String = Self.org, scope: String = "openid profile email", nonce: String? = nil
  ) async throws -> OrgClient {
    let client = try OrgClient("\(org)\nsign-on { require password }")
    try await client.start(scope: scope, nonce: nonce)
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    return client
  }

  /// The parts of a signed token.
  static func parts(_ token: String?) throws -> (header: JSON, claims: JSON) {
    let parts = try #require(token).split(separator: ".").map(String.init)
    try #require(parts.count == 3)
    let decoded = try parts.prefix(2).map { part in
      try JSON(parsing: try #require(Base64URL.decode(part)))
    }
    return (decoded[0], decoded[1])
  }

  @Test func tokensNameWhoSignedInAndHow() async throws {
    let client = try await Self.signedIn(nonce: "n-1")
    let tokens = try await client.redeem()
    #expect(client.status == 200)
    #expect(client.headers["Content-Type"] == "application/json")
    #expect(tokens["token_type"] == "Bearer")
    #expect(tokens["expires_in"] == 3600)
    #expect(tokens["scope"] == "openid profile email")
    #expect(tokens["refresh_token"] == nil)
    let (header, claims) = try Self.parts(tokens["id_token"]?.string)
    #expect(header.object?.members.map(\.name) == ["alg", "kid"])
    #expect(header["alg"] == "HS256")
    #expect(claims["iss"] == "https://acme.flow.test/oauth2/default")
    #expect(claims["aud"] == "client")
    #expect(claims["nonce"] == "n-1")
    #expect(claims["iat"] == 1_800_000_000)
    #expect(claims["exp"] == 1_800_003_600)
    #expect(claims["auth_time"] == 1_800_000_000)
    #expect(claims["amr"] == ["pwd"])
    #expect(claims["preferred_username"] == "jane@example.com")
    #expect(claims["name"] == "Jane Doe")
    #expect(claims["email"] == "jane@example.com")
    #expect(claims["sub"]?.string?.hasPrefix("00u") == true)
  }

  @Test func onlyWhatTheScopeAsksForIsGiven() async throws {
    let client = try await Self.signedIn(scope: "openid")
    let (_, claims) = try Self.parts(try await client.redeem()["id_token"]?.string)
    #expect(claims["email"] == nil)
    #expect(claims["preferred_username"] == nil)
    #expect(claims["nonce"] == nil)
    let other = try await Self.signedIn(scope: "profile")
    #expect(try await other.redeem()["id_token"] == nil)
  }

  @Test func twoFactorsAreSaidInTheReferences() async throws {
    let client = try OrgClient("\(Self.org)\nsign-on { require password and email }")
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.choose("select-authenticator-authenticate", "Password")
    try await client.passcode("Correct-Horse-1")
    try await client.passcode(try client.code("email"))
    let (_, claims) = try Self.parts(try await client.redeem()["id_token"]?.string)
    #expect(claims["amr"] == ["pwd", "otp", "mfa"])
  }

  @Test func theSignatureIsMadeOfHeaderAndClaims() async throws {
    let client = try await Self.signedIn()
    let token = try #require(try await client.redeem()["id_token"]?.string)
    let parts = token.split(separator: ".").map(String.init)
    let key = SHA256.hash(Array("signing key of the simulated org acme".utf8))
    let signature = HMAC.authenticate(
      Array("\(parts[0]).\(parts[1])".utf8), key: key, with: .sha256)
    #expect(Base64URL.encode(signature) == parts[2])
  }

  @Test func aCodeIsGoodForOnce() async throws {
    let client = try await Self.signedIn()
    _ = try await client.redeem()
    let again = try await client.redeem()
    #expect(client.status == 400)
    #expect(again["error"] == "invalid_grant")
    #expect(again["error_description"] == "The interaction code is invalid or has expired.")
    try await client.introspect()
    #expect(client.messageKey == "idx.session.expired")
  }

  @Test func aCodeLivesForAMinute() async throws {
    let client = try await Self.signedIn()
    client.clock.advance(by: .seconds(60))
    #expect(try await client.redeem()["error"] == "invalid_grant")
  }

  @Test func aWrongVerifierIsRefused() async throws {
    let client = try await Self.signedIn()
    let answer = try await client.redeem(verifier: "another")
    #expect(client.status == 400)
    #expect(answer["error_description"] == "PKCE verification failed.")
  }

  @Test("The org's own authorization server issues its own tokens")
  func orgServer() async throws {
    let client = try OrgClient(Self.org)
    let answer = try await client.send(
      .post, "/oauth2/v1/interact",
      .bytes(
        Array(
          "client_id=client&scope=openid profile&redirect_uri=com.example:/callback&state=x"
            .utf8)
          + Array("&code_challenge=\(OrgClient.challenge)&code_challenge_method=S256".utf8)))
    client.interactionHandle = try #require(answer["interaction_handle"]?.string)
    try await client.introspect()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.choose("select-authenticator-authenticate", "Password")
    try await client.passcode("Correct-Horse-1")
    let href = client.page["successWithInteractionCode"]?["href"]
    #expect(href == "https://acme.flow.test/oauth2/v1/token")
    let tokens = try await client.redeem()
    #expect(client.status == 200)
    let (_, claims) = try Self.parts(tokens["id_token"]?.string)
    #expect(claims["iss"] == "https://acme.flow.test")
    #expect(tokens["scope"] == "openid profile")
  }

  @Test func parametersMayComeInTheQuery() async throws {
    let client = try await Self.signedIn()
    let fields = client.page["successWithInteractionCode"]?["value"]?.array ?? []
    let code = fields.first { $0["name"] == "interaction_code" }?["value"]?.string ?? ""
    let query =
      "grant_type=interaction_code&client_id=client&interaction_code=\(code)"
      + "&code_verifier=\(OrgClient.verifier)"
    let tokens = try await client.send(.post, "/oauth2/default/v1/token?\(query)")
    #expect(tokens["access_token"] != nil)
  }

  @Test("The ID token has the hash of the access token")
  func hashOfTheAccessToken() async throws {
    let tokens = try await Self.signedIn().redeem()
    let (_, claims) = try Self.parts(tokens["id_token"]?.string)
    let hash = SHA256.hash(Array((tokens["access_token"]?.string ?? "").utf8))
    #expect(claims["at_hash"]?.string == Base64URL.encode(Array(hash.prefix(16))))
  }

  @Test func anAccessTokenOpensUserinfoUntilItIsRevoked() async throws {
    let client = try await Self.signedIn()
    let token = try #require(try await client.redeem()["access_token"]?.string)
    let bearer: HTTPHeaders = ["authorization": "Bearer \(token)"]
    let info = try await client.send(.get, "/oauth2/default/v1/userinfo", headers: bearer)
    #expect(info["email"] == "jane@example.com")
    try await client.send(
      .post, "/oauth2/default/v1/revoke",
      .form([FormPair("token", token), FormPair("client_id", "client")]))
    #expect(client.status == 200)
    try await client.send(.get, "/oauth2/default/v1/userinfo", headers: bearer)
    #expect(client.status == 401)
    #expect(client.headers["WWW-Authenticate"] != nil)
  }

  @Test(arguments: [
    ("/.well-known/openid-configuration", "https://acme.flow.test"),
    ("/oauth2/default/.well-known/openid-configuration", "https://acme.flow.test/oauth2/default"),
  ])
  func discoveryNamesTheIssuerThatWasAsked(path: String, issuer: String) async throws {
    let client = try OrgClient(Self.org)
    let document = try await client.send(.get, path)
    #expect(document["issuer"]?.string == issuer)
    let required = [
      "authorization_endpoint", "token_endpoint", "jwks_uri", "response_types_supported",
      "subject_types_supported", "id_token_signing_alg_values_supported",
    ]
    for name in required { #expect(document[name] != nil) }
    let methods = document["code_challenge_methods_supported"]?.array
    #expect(methods?.contains("S256") == true)
    let keys = try #require(document["jwks_uri"]?.string)
    #expect(try await client.send(.get, keys)["keys"] == [])
  }

  @Test(arguments: [
    ("redirect_uri", nil, "invalid_request"), ("client_id", "other", "invalid_client"),
    ("redirect_uri", "https://evil.example/", "invalid_request"),
    ("code_challenge", nil, "invalid_request"), ("scope", nil, "invalid_request"),
    ("code_challenge_method", "S512", "invalid_request"),
    ("activation_token", "x", "invalid_request"),
  ])
  func whatInteractNeedsIsChecked(name: String, value: String?, error: String) async throws {
    let client = try OrgClient(
      "app { client-id \"client\"; redirect \"com.example:/callback\" }\n\(Self.org)")
    var pairs = [
      FormPair("client_id", "client"), FormPair("scope", "openid"),
      FormPair("redirect_uri", "com.example:/callback"), FormPair("code_challenge_method", "S256"),
      FormPair("code_challenge", OrgClient.challenge),
    ].filter { $0.name != name }
    if let value { pairs.append(FormPair(name, value)) }
    let answer = try await client.send(.post, "/oauth2/default/v1/interact", .form(pairs))
    #expect(client.status >= 400)
    #expect(answer["error"]?.string == error)
    #expect(answer["error_description"]?.string?.isEmpty == false)
  }

  @Test(arguments: [
    HTTPBody.bytes(Array(repeating: UInt8(ascii: "a"), count: 1 << 17)),
    .bytes(Array("scope=%FF".utf8)), .json(["client_id": "client"]),
    .form([FormPair("client_id", String(repeating: "a", count: 2049))]), .none,
  ])
  func aBodyThatIsNoFormIsAnInvalidRequest(body: HTTPBody) async throws {
    let client = try OrgClient(Self.org)
    let answer = try await client.send(.post, "/oauth2/default/v1/interact", body)
    #expect(client.status == 400)
    #expect(answer["error"] == "invalid_request")
  }

  @Test func aConfidentialClientProvesItself() async throws {
    let org = "app { secret \"s3cret\" }\n\(Self.org)\nsign-on { require password }"
    let client = try OrgClient(org)
    try await client.start(with: [FormPair("client_secret", "s3cret")])
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    let fields = client.page["successWithInteractionCode"]?["value"]?.array ?? []
    #expect(fields.contains { $0["name"] == "client_secret" })
    #expect(try await client.redeem()["error"] == "invalid_client")
    #expect(client.status == 401)
    let code = fields.first { $0["name"] == "interaction_code" }?["value"]?.string ?? ""
    let tokens = try await client.send(
      .post, "/oauth2/default/v1/token",
      headers: ["Authorization": "Basic \(Base64.encode(Array("client:s3cret".utf8)))"],
      .form([
        FormPair("grant_type", "interaction_code"), FormPair("interaction_code", code),
        FormPair("code_verifier", OrgClient.verifier),
      ]))
    #expect(tokens["access_token"] != nil)
  }
}
