import FlowEngine
import MobileIdPSimulator
import FlowHTTP
import Testing

@Suite("Rules for connected apps, and errors, at a simulated mobile identity provider's server")
struct MobileIdPRuleTests {
  private func result(_ client: MobileIdPClient) -> String {
    if let error = client.returned("error") {
      return "\(error) / \(client.returned("error_description") ?? "-")"
    }
    if client.returned("code") != nil { return "code" }
    if let ec = client.returned("ec") { return "ec=\(ec)" }
    return "\(client.status) \(client.json["page"]?.string ?? "-")"
      + " \(client.json["error"]?.string ?? "-")"
  }

  private func authorize(
    _ settings: String = MobileIdPClient.world, _ changes: [String: String?] = [:]
  ) throws -> String {
    let client = try MobileIdPClient(settings)
    try client.cross(
      MobileIdPClient.authorize(changes), token: try client.login().accessToken.reveal())
    return result(client)
  }

  @Test("If the rules are followed, they lead to an approval")
  func kept() throws {
    #expect(try authorize() == "200 approval -")
  }

  @Test("K1: a key without an app isn't a client; each app has its own connected app")
  func k1() throws {
    #expect(
      try authorize(MobileIdPClient.world, ["client_id": "NO_KEY"])
        == "400 error invalid_client_id")
    let settings = try MobileIdPClient.world("connected-app \"SP_KEY\"", "")
    #expect(try authorize(settings) == "200 approval -")
  }

  @Test("K2: one consumer key, or one callback, for provider and client are invalid credentials")
  func k2() throws {
    let key = try MobileIdPClient.world("\"IDP_KEY\"", "\"SP_KEY\"")
      .split(separator: "\n").filter { $0 != "connected-app \"SP_KEY\"" }
      .joined(separator: "\n")
    #expect(try authorize(key) == "invalid_client_credentials / invalid credentials")
    let callback = try MobileIdPClient.world(
      "approval pre-authorized",
      "callbacks \"sampleidpapp://oauth2/done\", \"sampleapp://oauth2/done\"")
    #expect(try authorize(callback) == "invalid_client_credentials / invalid credentials")
    // A standard login has no provider, so there is no problem.
    let client = try MobileIdPClient(key)
    client.signIn()
    #expect(client.returned("code") != nil || client.json["page"] == "approval")
  }

  @Test("K3: if a secret is required, the client gets tokens only with it")
  func k3() throws {
    let settings = try MobileIdPClient.world(
      "connected-app \"SP_KEY\"", "connected-app \"SP_KEY\" { secret \"s\" }")
    let client = try MobileIdPClient(settings)
    let code = try client.code()
    let refused = "400 invalid_client / invalid client credentials"
    #expect(client.redeem(code) == refused)
    #expect(client.redeem(code, ["client_secret": "wrong"]) == refused)
    #expect(client.redeem(code, ["client_secret": "s"]) == "ok")
    let token = try #require(client.json["refresh_token"]?.string)
    #expect(client.refresh(token) == refused)
    #expect(client.refresh(token, ["client_secret": "s"]) == "ok")
  }

  @Test(
    "K5: unless web is requested and granted, the bridge ends at a login page",
    arguments: [
      ("approval pre-authorized", "approval pre-authorized; scopes api, refresh_token"),
      ("scopes api, web, refresh_token", "scopes api, refresh_token"),
    ])
  func k5(old: String, new: String) throws {
    let client = try MobileIdPClient(try MobileIdPClient.world(old, new))
    try client.cross(token: try client.login().accessToken.reveal())
    #expect(
      client.json == [
        "page": "login", "host": "login.salesforce.com", "error": "web_scope_missing",
        "message": "the session can't be opened: the scope `web` is missing",
      ])
    #expect(client.cookie == nil)
  }

  @Test("K6: a redirect must match a registered one exactly")
  func k6() throws {
    let mismatch = "400 error redirect_uri_mismatch"
    for other in [
      "other://x", "sampleapp://oauth2/done/", "SAMPLEAPP://oauth2/done", "sampleapp://oauth2/",
      "sampleapp://oauth2/done?x", "sampleidpapp://oauth2/done",
    ] {
      #expect(try authorize(MobileIdPClient.world, ["redirect_uri": other]) == mismatch)
    }
    let settings = try MobileIdPClient.world(
      "connected-app \"SP_KEY\"", "connected-app \"SP_KEY\" { callbacks \"other://x\" }")
    #expect(try authorize(settings) == mismatch)
    #expect(try authorize(settings, ["redirect_uri": "other://x"]) == "200 approval -")
  }

  @Test(
    "Each error of authorize, in the order of the checks",
    arguments: [
      (["client_id": "NONE"], "400 error invalid_client_id"),
      (["client_id": nil], "400 error invalid_client_id"),
      (["client_id": "NONE", "redirect_uri": "x://y"], "400 error invalid_client_id"),
      (["redirect_uri": nil], "400 error redirect_uri_missing"),
      (["redirect_uri": "", "response_type": "x"], "400 error redirect_uri_missing"),
      (["redirect_uri": "x://y", "response_type": "x"], "400 error redirect_uri_mismatch"),
      (
        ["response_type": "token", "scope": "none"],
        "unsupported_response_type / response type not supported"
      ),
      (["response_type": nil], "unsupported_response_type / response type not supported"),
      (
        ["scope": "api full", "code_challenge": nil],
        "invalid_scope / the requested scope is not allowed"
      ),
      (["code_challenge": nil], "invalid_request / missing parameter: code_challenge"),
      (
        ["code_challenge_method": "plain"], "invalid_request / code_challenge_method must be S256"
      ),
      (["code_challenge_method": "S256"], "200 approval -"), (["scope": nil], "200 approval -"),
      (["scope": " api  api "], "200 approval -"),
    ] as [([String: String?], String)])
  func checks(changes: [String: String?], expected: String) throws {
    #expect(try authorize(MobileIdPClient.world, changes) == expected)
  }

  @Test(
    "A challenge in another form is refused",
    arguments: [
      "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM=",
      "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM",
      "13d31e961a1ad8ec2f16b10c4c982e0876a878ad6df144566ee1894acb70f9c3",
      "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c",
      "RTlNZWxob2EyT3d2RnJFTVRKZ3VDSGFvZUsxdDhVUldidUdKU3N0dy1jTQ==",
    ])
  func challenge(text: String) throws {
    #expect(
      try authorize(MobileIdPClient.world, ["code_challenge": text])
        == "invalid_request / code_challenge is not SHA-256 in base64url")
  }

  @Test("A duplicate parameter is refused")
  func twice() throws {
    let client = try MobileIdPClient()
    client.send(.get, MobileIdPClient.authorize() + "&scope=api")
    #expect(result(client) == "invalid_request / scope comes twice")
    client.send(.get, MobileIdPClient.authorize() + "&client_id=SP_KEY")
    #expect(result(client) == "400 error invalid_request")
  }

  @Test("Without a scope in the request, all assigned scopes are granted")
  func allScopes() throws {
    let client = try MobileIdPClient()
    #expect(client.redeem(try client.code(for: "ada@acme.test", ["scope": nil])) == "ok")
    #expect(client.json["scope"] == "api web refresh_token")
  }

  // MARK: Faults

  @Test("A fault of authorize is sent to the redirect, always or once", arguments: [true, false])
  func faultAtAuthorize(isOnce: Bool) throws {
    let client = try MobileIdPClient(
      MobileIdPAuthorizeTests.world(
        "fault authorize rate_limit_exceeded \(isOnce ? "once" : "")"))
    let token = try client.login().accessToken.reveal()
    try client.cross(token: token)
    #expect(client.returned("error") == "rate_limit_exceeded")
    try client.cross(token: token)
    #expect((client.returned("error") == nil) == isOnce)
  }

  @Test("A session can be refused at the redirect", arguments: ["301", "302"])
  func refusedSession(code: String) throws {
    let settings = MobileIdPAuthorizeTests.world("fault authorize ec-\(code)")
    #expect(try authorize(settings) == "ec=\(code)")
  }

  @Test("A session whose login was revoked is refused at the redirect")
  func revokedSession() throws {
    let client = try MobileIdPClient()
    try client.cross(token: try client.login().accessToken.reveal())
    client.send(
      .post, "/services/oauth2/revoke",
      MobileIdPClient.form([("token", try client.login().refreshToken.reveal())]))
    client.send(.get, MobileIdPClient.authorize())
    #expect(result(client) == "ec=301")
  }

  @Test("Bridge, token and refresh fail as the settings say")
  func faults() throws {
    let client = try MobileIdPClient(
      MobileIdPAuthorizeTests.world(
        """
        fault bridge server_error once
        fault token service_unavailable once
        fault token unknown_error once
        fault refresh invalid_grant
        """))
    let token = try client.login().accessToken.reveal()
    client.send(
      .post, "/services/oauth2/singleaccess",
      MobileIdPClient.form([("redirect_uri", MobileIdPClient.authorize())]), bearer: token)
    #expect(client.status == 500)
    #expect(client.json["error"] == "server_error")
    let code = try client.code()
    let text = "the simulated server fails here"
    #expect(client.redeem(code) == "503 service_unavailable / \(text)")
    #expect(client.redeem(code) == "400 unknown_error / \(text)")
    #expect(client.redeem(code) == "ok")
    let refresh = try #require(client.json["refresh_token"]?.string)
    #expect(client.refresh(refresh) == "400 invalid_grant / \(text)")
    #expect(client.refresh(refresh) == "400 invalid_grant / \(text)")
  }
}
