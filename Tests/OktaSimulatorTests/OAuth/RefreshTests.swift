import FlowEngine
import FlowHTTP
import Testing

@testable import OktaSimulator

/// The results of refreshing and revoking tokens.
@Suite struct RefreshTests {
  private func signedIn(_ app: String = "") async throws -> (client: OrgClient, tokens: JSON) {
    let client = try OrgClient(
      """
      authenticators password
      user "jane@example.com" { password "Correct-Horse-1" }
      \(app)
      """)
    try await client.start(scope: "openid email offline_access")
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    return (client, try await client.redeem())
  }

  private func refresh(
    _ client: OrgClient, _ tokens: JSON, scope: String? = nil
  ) async throws -> JSON {
    try await post(
      client, "token",
      [
        ("grant_type", "refresh_token"), ("client_id", "client"),
        ("refresh_token", tokens["refresh_token"]?.string ?? ""), ("scope", scope ?? ""),
      ])
  }

  private func post(
    _ client: OrgClient, _ endpoint: String, _ pairs: [(String, String)],
    headers: HTTPHeaders = [:]
  ) async throws -> JSON {
    try await client.send(
      .post, "/oauth2/default/v1/" + endpoint, headers: headers,
      .form(pairs.map { FormPair($0.0, $0.1) }))
  }

  private func revoke(
    _ client: OrgClient, _ token: JSON?, by id: String = "client"
  ) async throws -> Int {
    _ = try await post(client, "revoke", [("client_id", id), ("token", token?.string ?? "")])
    return client.status
  }

  /// Whether `userinfo` and `introspect` accept an access token; they never differ.
  private func isGood(_ client: OrgClient, _ tokens: JSON) async throws -> Bool {
    let token = tokens["access_token"]?.string ?? ""
    _ = try await client.send(
      .get, "/oauth2/default/v1/userinfo", headers: ["Authorization": "Bearer " + token])
    let isOpen = client.status == 200
    let answer = try await post(
      client, "introspect", [("client_id", "client"), ("token", token)])
    #expect(answer["active"]?.bool == isOpen)
    return isOpen
  }

  @Test("A refresh gives new tokens, and the earlier access token stays valid")
  func rotates() async throws {
    let (client, tokens) = try await signedIn()
    let fresh = try await refresh(client, tokens)
    #expect(fresh["access_token"] != tokens["access_token"])
    #expect(fresh["refresh_token"]?.string?.isEmpty == false)
    #expect(fresh["refresh_token"] != tokens["refresh_token"])
    #expect(try await isGood(client, tokens))
    #expect(try await isGood(client, fresh))
    client.clock.advance(by: .seconds(3000))
    let later = try await refresh(client, fresh)
    client.clock.advance(by: .seconds(700))
    #expect(try await isGood(client, tokens) == false)
    #expect(try await isGood(client, later))
  }

  @Test("Revoking an access token revokes no other, and revoking a refresh token all its tokens")
  func revokes() async throws {
    let (client, tokens) = try await signedIn()
    let fresh = try await refresh(client, tokens)
    #expect(try await revoke(client, tokens["access_token"]) == 200)
    #expect(try await isGood(client, tokens) == false)
    #expect(try await isGood(client, fresh))
    let third = try await refresh(client, fresh)
    #expect(try await isGood(client, third))
    #expect(try await revoke(client, third["refresh_token"]) == 200)
    #expect(try await refresh(client, third)["error"] == "invalid_grant")
    #expect(try await isGood(client, fresh) == false)
    #expect(try await isGood(client, third) == false)
  }

  @Test("Another client revokes nothing, and an unauthenticated one is refused")
  func revokesOwn() async throws {
    let (client, tokens) = try await signedIn()
    #expect(try await revoke(client, tokens["access_token"], by: "other") == 200)
    #expect(try await revoke(client, tokens["access_token"], by: "") == 400)
    #expect(try await isGood(client, tokens))
    let confidential = try OrgClient("app { client-id \"client\"; secret \"s\" }")
    #expect(try await revoke(confidential, "x") == 401)
  }

  @Test("A refresh can ask for less than was granted, and never for more")
  func narrows() async throws {
    let (client, tokens) = try await signedIn()
    let narrow = try await refresh(client, tokens, scope: "email")
    #expect(narrow["scope"] == "email" && narrow["id_token"] == nil)
    _ = try await client.send(
      .get, "/oauth2/default/v1/userinfo",
      headers: ["Authorization": "Bearer " + (narrow["access_token"]?.string ?? "")])
    #expect(client.status == 403)
    #expect(try await refresh(client, narrow, scope: "openid admin")["error"] == "invalid_scope")
    // A refusal uses nothing up, and the next refresh can ask for everything again.
    #expect(try await refresh(client, narrow)["scope"] == "openid email offline_access")
  }

  @Test("A used refresh token that is sent again revokes all tokens of its sign-in, and no others")
  func reuse() async throws {
    let (client, tokens) = try await signedIn()
    try await client.start(scope: "openid offline_access")
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    let others = try await client.redeem()
    let second = try await refresh(client, tokens)
    let third = try await refresh(client, second)
    #expect(try await isGood(client, third))
    #expect(try await refresh(client, tokens)["error"] == "invalid_grant")
    for set in [tokens, second, third] { #expect(try await isGood(client, set) == false) }
    #expect(try await refresh(client, third)["error"] == "invalid_grant")
    #expect(try await isGood(client, others))
    #expect(try await refresh(client, others)["access_token"] != nil)
  }

  @Test("In its grace period a used refresh token works again, until the next one is used")
  func grace() async throws {
    let (client, tokens) = try await signedIn("app { refresh-grace 30s }")
    let second = try await refresh(client, tokens)
    client.clock.advance(by: .seconds(29))
    let again = try await refresh(client, tokens)
    #expect(try await isGood(client, again))
    #expect(try await isGood(client, second))
    let third = try await refresh(client, second)
    #expect(third["access_token"] != nil)
    #expect(try await refresh(client, tokens)["error"] == "invalid_grant")
    #expect(try await refresh(client, third)["error"] == "invalid_grant")

    let (late, old) = try await signedIn("app { refresh-grace 30s }")
    _ = try await refresh(late, old)
    late.clock.advance(by: .seconds(30))
    #expect(try await refresh(late, old)["error"] == "invalid_grant")
  }

  @Test("A token is invalid at another authorization server")
  func servers() async throws {
    let (client, tokens) = try await signedIn()
    _ = try await client.send(
      .get, "/oauth2/v1/userinfo",
      headers: ["Authorization": "Bearer " + (tokens["access_token"]?.string ?? "")])
    #expect(client.status == 401)
  }

  @Test("A header's credentials can be form-encoded; a refusal says how to authenticate")
  func basic() async throws {
    let secret = "s+e%c:r/t&x"
    let client = try OrgClient("app { client-id \"client\"; secret \"\(secret)\" }")
    for (password, status) in [
      (secret, 200), ("s%2Be%25c%3Ar%2Ft%26x", 200), ("s+e", 401), ("", 401), ("%ZZ", 401),
    ] {
      let header: String = "Basic " + Base64.encode(Array("client:\(password)".utf8))
      _ = try await post(
        client, "revoke", [("token", "x")], headers: ["Authorization": header])
      #expect(client.status == status, "\(password)")
      #expect((client.headers["WWW-Authenticate"] != nil) == (status == 401))
    }
  }
}
