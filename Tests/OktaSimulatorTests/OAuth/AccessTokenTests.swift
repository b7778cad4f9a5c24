import FlowCrypto
import FlowEngine
import FlowHTTP
import Testing

@testable import OktaSimulator

@Suite("Access tokens are signed JWTs, as a custom authorization server issues them")
struct AccessTokenTests {
  private func tokens(
    _ settings: String = "", server: String = "/oauth2/default"
  ) async throws -> (client: OrgClient, tokens: JSON) {
    let client = try OrgClient(
      """
      authenticators password
      user "jane@example.com" { password "Correct-Horse-1" }
      \(settings)
      """)
    let form =
      [
        FormPair("client_id", "client"), FormPair("scope", "openid email"),
        FormPair("redirect_uri", "com.example:/callback"),
      ] + OrgClient.proof
    let begun = try await client.send(.post, "\(server)/v1/interact", .form(form))
    client.interactionHandle = try #require(begun["interaction_handle"]?.string)
    try await client.introspect()
    client.clock.advance(by: .seconds(5))
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    client.clock.advance(by: .seconds(2))
    return (client, try await client.redeem())
  }

  @Test("The claims match the real engine's, in its order")
  func claims() async throws {
    let (_, tokens) = try await tokens()
    let (header, claims) = try TokenTests.parts(tokens["access_token"]?.string)
    #expect(header.object?.members.map(\.name) == ["alg", "kid"])
    #expect(
      claims.object?.members.map(\.name) == [
        "ver", "jti", "iss", "aud", "iat", "exp", "cid", "uid", "scp", "auth_time", "sub",
      ])
    #expect(claims["ver"] == 1)
    #expect(claims["jti"]?.string?.hasPrefix("AT.") == true)
    #expect(claims["iss"] == "https://acme.flow.test/oauth2/default")
    #expect(claims["aud"] == "api://default")
    #expect(claims["iat"] == 1_800_000_007 && claims["exp"] == 1_800_003_607)
    #expect(claims["cid"] == "client" && claims["scp"] == ["openid", "email"])
    #expect(claims["uid"]?.string?.hasPrefix("00u") == true)
    #expect(claims["auth_time"] == 1_800_000_005 && claims["sub"] == "jane@example.com")
  }

  @Test("The audience is a setting, and the org's own server has another one and a type")
  func audiences() async throws {
    let (_, custom) = try await tokens("app { audience \"api://acme\" }")
    #expect(try TokenTests.parts(custom["access_token"]?.string).claims["aud"] == "api://acme")
    let (client, own) = try await tokens(server: "/oauth2")
    let (header, claims) = try TokenTests.parts(own["access_token"]?.string)
    #expect(header["typ"] == "application/okta-internal-at+jwt")
    #expect(claims["aud"] == "https://acme.flow.test")
    try await client.send(
      .get, "/oauth2/v1/userinfo",
      headers: ["Authorization": "Bearer \(own["access_token"]?.string ?? "")"])
    #expect(client.status == 200)
  }

  @Test(
    "The signature is by the published key",
    .enabled(if: RSA.isAvailable))
  func signature() async throws {
    let key = try RSA.PrivateKey.generate()
    let clock = ManualClock(now: .seconds(1_800_000_000))
    let org = try OrgClient.org(TokenTests.org).signing(with: key)
    let client = OrgClient(server: OrgServer(org, clock: clock, seed: 1), clock: clock)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.choose("select-authenticator-authenticate", "Password")
    try await client.passcode("Correct-Horse-1")
    let token = try #require(try await client.redeem()["access_token"]?.string)
    let parts = token.split(separator: ".").map(String.init)
    #expect(try TokenTests.parts(token).header["alg"] == "RS256")
    let signature = try #require(Base64URL.decode(parts[2]))
    #expect(try key.publicKey.isValid(signature, of: Array("\(parts[0]).\(parts[1])".utf8)))
  }

  @Test("Only the issued token is valid, and it isn't an ID token")
  func forged() async throws {
    let (client, tokens) = try await tokens()
    let token = try #require(tokens["access_token"]?.string)
    let parts = token.split(separator: ".").map(String.init)
    let unsigned = Base64URL.encode(Array("{\"alg\":\"none\"}".utf8)) + ".\(parts[1])."
    for forged in [unsigned, "\(parts[0]).\(parts[1]).AAAA", token + "A", parts[1], ""] {
      try await client.send(
        .get, "/oauth2/default/v1/userinfo", headers: ["Authorization": "Bearer \(forged)"])
      #expect(client.status == 401)
    }
    try await client.send(.get, "/oauth2/default/v1/logout?id_token_hint=\(token)")
    #expect(client.status == 400)
  }

  @Test("The ID token names the identity provider, which is the org itself after a password")
  func identityProvider() async throws {
    let (_, own) = try await tokens()
    let claims = try TokenTests.parts(own["id_token"]?.string).claims
    #expect(claims["idp"]?.string?.hasPrefix("00o") == true)
    let client = try OrgClient(
      """
      user "jane@example.com" { password "x" }
      idp "Google" { signs-in "jane@example.com" }
      sign-on { require password }
      """)
    try await client.start()
    let shown = client.remediation("redirect-idp")?["idp"]?["id"]
    _ = try await client.browse()
    try await client.introspect()
    let social = try TokenTests.parts(try await client.redeem()["id_token"]?.string).claims
    #expect(social["idp"] == shown && shown != nil)
  }

  @Test("The token endpoint's answers can't be cached")
  func uncached() async throws {
    let (client, _) = try await tokens()
    for _ in 0..<2 {
      #expect(client.headers["Pragma"] == "no-cache")
      #expect(client.headers["Cache-Control"]?.contains("no-store") == true)
      try await client.redeem()
      #expect(client.status == 400)
    }
  }

  @Test("A token with long scopes can be introspected and revoked")
  func long() async throws {
    let client = try OrgClient("user \"jane@example.com\" { password \"Correct-Horse-1\" }")
    let scope = "openid " + String(repeating: "scope-of-some-length ", count: 90) + "end"
    try await client.start(scope: scope)
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    let token = try #require(try await client.redeem()["access_token"]?.string)
    #expect(token.utf8.count > OrgLimits.fieldLength)
    let answer = try await client.send(
      .post, "/oauth2/default/v1/introspect",
      .form([FormPair("client_id", "client"), FormPair("token", token)]))
    #expect(answer["active"] == true)
  }
}
