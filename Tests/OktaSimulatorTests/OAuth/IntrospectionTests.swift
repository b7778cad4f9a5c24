import FlowEngine
import FlowHTTP
import Testing

@testable import OktaSimulator
import SimulatorKit

/// The validity of a token, and the end of a session.
@Suite struct IntrospectionTests {
  private func signedIn(_ app: String = "") async throws -> (OrgClient, JSON) {
    let client = try OrgClient(
      """
      authenticators password
      user "jane@example.com" { password "Correct-Horse-1"; first-name "Jane" }
      \(app)
      """)
    try await client.start(scope: "openid offline_access")
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    return (client, try await client.redeem())
  }

  private func introspect(_ client: OrgClient, _ token: JSON?, _ id: String = "client") async throws
    -> JSON
  {
    try await client.send(
      .post, "/oauth2/default/v1/introspect",
      .form([FormPair("client_id", id), FormPair("token", token?.string ?? "")]))
  }

  @Test("An access token is active with its scope, user and times, until it is revoked")
  func access() async throws {
    let (client, tokens) = try await signedIn()
    let answer = try await introspect(client, tokens["access_token"])
    #expect(answer["active"] == true && answer["token_type"] == "Bearer")
    #expect(answer["scope"] == "openid offline_access" && answer["client_id"] == "client")
    #expect(answer["username"] == "jane@example.com")
    let issued = try #require(answer["iat"]?.integer)
    #expect(answer["exp"]?.integer == issued + 3600)
    #expect(answer["jti"]?.string?.hasPrefix("AT.") == true)
    let refresh = try await introspect(client, tokens["refresh_token"])
    #expect(refresh["active"] == true && refresh["exp"] == nil)
    let id = try await introspect(client, tokens["id_token"])
    #expect(id["active"] == true && id["aud"] == "client")
    try await client.send(
      .post, "/oauth2/default/v1/revoke",
      .form([
        FormPair("client_id", "client"),
        FormPair("token", tokens["access_token"]?.string ?? ""),
      ]))
    #expect(try await introspect(client, tokens["access_token"]) == ["active": false])
  }

  @Test("For an invalid token, no other facts are returned")
  func inactive() async throws {
    let (client, tokens) = try await signedIn()
    for token: JSON in ["nonsense", .string(String(repeating: "A", count: 40)), "a.b.c"] {
      #expect(try await introspect(client, token) == ["active": false])
    }
    #expect(try await introspect(client, tokens["access_token"], "other") == ["active": false])
    #expect(try await introspect(client, tokens["id_token"], "other") == ["active": false])
    client.clock.advance(by: .seconds(3600))
    #expect(try await introspect(client, tokens["access_token"]) == ["active": false])
    #expect(try await introspect(client, tokens["id_token"]) == ["active": false])
    #expect(try await introspect(client, nil)["error"] == "invalid_request")
  }

  @Test("A confidential client must authenticate")
  func confidential() async throws {
    let client = try OrgClient("app { client-id \"client\"; secret \"s\" }")
    #expect(try await introspect(client, "x")["error"] == "invalid_client")
    #expect(client.status == 401)
  }

  // MARK: Signing out

  private func logout(_ client: OrgClient, _ pairs: [(String, String)]) async throws -> JSON {
    let query = FormEncoding.encode(pairs.map { FormPair($0.0, $0.1) })
    return try await client.send(.get, "/oauth2/default/v1/logout?" + query)
  }

  @Test("A sign-out leads back to the app, with its state")
  func signsOut() async throws {
    let (client, tokens) = try await signedIn()
    let hint = ("id_token_hint", tokens["id_token"]?.string ?? "")
    _ = try await logout(
      client, [hint, ("post_logout_redirect_uri", "com.example:/bye?a=b"), ("state", "x&y")])
    #expect(client.status == 302)
    #expect(client.headers["Location"] == "com.example:/bye?a=b&state=x%26y")
    _ = try await logout(client, [hint])
    #expect(client.status == 200)
    // An expired token is still a hint.
    client.clock.advance(by: .seconds(86_400))
    _ = try await logout(client, [hint])
    #expect(client.status == 200)
  }

  @Test("A sign-out ends the session of the requesting browser, and no other")
  func endsSession() async throws {
    let (client, tokens) = try await signedIn()
    let path = "/oauth2/default/v1/logout?id_token_hint=\(tokens["id_token"]?.string ?? "")"
    let session = try #require(client.server.state.sessions[0])
    let other = "idx=\(String(session.token.reveal().reversed()))"
    try await client.send(.get, path, headers: ["Cookie": other])
    #expect(client.server.state.sessions[0]?.isEnded == false)
    try await client.send(.get, path, headers: ["Cookie": "a=b; idx=\(session.token.reveal())"])
    #expect(client.server.state.sessions[0]?.isEnded == true)
  }

  @Test("A sign-out without a browser ends only the sessions of the token's user and client")
  func endsHinted() async throws {
    let client = try OrgClient(
      """
      authenticators password
      user "jane@example.com" { password "Correct-Horse-1" }
      user "sam@example.com" { password "Battery-Staple-2" }
      """)
    var token: JSON?
    for (login, password) in [
      ("sam@example.com", "Battery-Staple-2"), ("jane@example.com", "Correct-Horse-1"),
      ("jane@example.com", "Correct-Horse-1"),
    ] {
      try await client.start()
      try await client.submit("identify", ["identifier": .string(login)])
      try await client.passcode(password)
      token = try await client.redeem()["id_token"]
    }
    func ended() -> [Bool?] { (0..<3).map { client.server.state.sessions[$0]?.isEnded } }
    _ = try await logout(client, [("client_id", "client")])
    _ = try await logout(client, [("id_token_hint", "\(token?.string ?? "")x")])
    #expect(ended() == [false, false, false])
    client.server.change { state, _ in state.sessions[1]?.clientID = "another" }
    _ = try await logout(client, [("id_token_hint", token?.string ?? "")])
    #expect(client.status == 200 && ended() == [false, false, true])
  }

  @Test("A sign-out never leads to an unregistered address or to a script")
  func registered() async throws {
    let (client, tokens) = try await signedIn(
      "app { client-id \"client\"; redirect \"com.example:/callback\"; "
        + "logout-redirect \"com.example:/a\", \"com.example:/b\" }")
    let hint = ("id_token_hint", tokens["id_token"]?.string ?? "")
    for (address, status) in [
      ("com.example:/a", 302), ("com.example:/b", 302), ("com.example:/c", 400),
    ] {
      _ = try await logout(client, [hint, ("post_logout_redirect_uri", address)])
      #expect(client.status == status)
    }
    let any = try OrgClient("")
    for address in [
      "javascript:alert(1)", "/relative", "x y:/", "a:/\r\nX: y", "", "http",
      "https://evil.example/", "http://localhost.evil.example/", "https:evil.example",
      "http://localhost@evil.example/", "http:\\\\evil.example", "a:/b#c", "file:///etc/passwd",
      "//evil.example", "view-source:https://evil.example", "JavaScript:alert(1)",
    ] {
      _ = try await logout(any, [("client_id", "c"), ("post_logout_redirect_uri", address)])
      #expect(any.status == (address.isEmpty ? 200 : 400), "\(address)")
    }
    for address in ["http://localhost:3000/", "https://127.0.0.1/bye", "com.example:/bye"] {
      _ = try await logout(any, [("client_id", "c"), ("post_logout_redirect_uri", address)])
      #expect(any.status == 302, "\(address)")
    }
    let web = try OrgClient("app { redirect \"https://app.example.com/\" }")
    for (address, status) in [
      ("https://app.example.com/", 302), ("https://app.example.com/x", 400),
    ] {
      _ = try await logout(web, [("client_id", "c"), ("post_logout_redirect_uri", address)])
      #expect(web.status == status, "\(address)")
    }
  }

  @Test("A sign-out with a forged hint, a foreign client or neither is refused")
  func refused() async throws {
    let (client, tokens) = try await signedIn()
    let token = try #require(tokens["id_token"]?.string)
    for pairs in [
      [("id_token_hint", token + "x")], [("id_token_hint", "a.b.c")], [],
      [("id_token_hint", token), ("client_id", "other")],
    ] {
      let answer = try await logout(client, pairs)
      #expect(client.status == 400 && answer["error"] == "invalid_request", "\(pairs)")
    }
  }
}
