import FlowCrypto
import FlowEngine
import FlowHTTP
import Testing

@testable import OktaSimulator
import TestSupport

@Suite("The authorization server is as strict as the real engine's")
struct StrictnessTests {
  static let settings = """
    authenticators password
    user "jane@example.com" { password "Correct-Horse-1" }
    """

  private static let usual = [
    FormPair("client_id", "client"), FormPair("scope", "openid offline_access"),
    FormPair("redirect_uri", "com.example:/callback"),
  ]

  private func interact(
    _ client: OrgClient, _ pairs: [FormPair], headers: HTTPHeaders = [:]
  ) async throws -> JSON {
    try await client.send(.post, "/oauth2/default/v1/interact", headers: headers, .form(pairs))
  }

  private func post(
    _ client: OrgClient, _ endpoint: String, _ pairs: [(String, String)],
    headers: HTTPHeaders = [:]
  ) async throws -> JSON {
    try await client.send(
      .post, "/oauth2/default/v1/\(endpoint)", headers: headers,
      .form(pairs.map { FormPair($0.0, $0.1) }))
  }

  private func signedIn(_ settings: String = settings) async throws -> OrgClient {
    let client = try OrgClient(settings)
    try await client.start(scope: "openid offline_access")
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    return client
  }

  // MARK: PKCE

  private static let badChallenges: [(String?, String?)] = [
    (OrgClient.challenge, "plain"), (OrgClient.challenge, nil), (OrgClient.challenge, "s256"),
    (OrgClient.challenge, ""), (String(OrgClient.challenge.dropLast()), "S256"),
    ("\(OrgClient.challenge)A", "S256"), ("\(OrgClient.challenge)=", "S256"),
    (String(repeating: "!", count: 43), "S256"), (String(repeating: "+", count: 43), "S256"),
    ("x", "S256"), (nil, "S256"),
  ]

  @Test(
    "A challenge other than 43 characters of base64url by S256 is refused",
    arguments: badChallenges)
  func challenges(challenge: String?, method: String?) async throws {
    var pairs = Self.usual
    if let challenge { pairs.append(FormPair("code_challenge", challenge)) }
    if let method { pairs.append(FormPair("code_challenge_method", method)) }
    let client = try OrgClient(Self.settings)
    let answer = try await interact(client, pairs)
    #expect(client.status == 400 && answer["error"] == "invalid_request")
  }

  private static let lengths: [(String, Bool)] = [
    ("short", false), (String(repeating: "v", count: 42), false),
    (String(repeating: "v", count: 43), true), (String(repeating: "~", count: 128), true),
    (String(repeating: "v", count: 129), false), (String(repeating: "+", count: 43), false),
    (String(repeating: "ä", count: 43), false),
  ]

  @Test(
    "A verifier of another form proves nothing, even if its hash is the challenge",
    arguments: lengths)
  func verifiers(verifier: String, isGood: Bool) async throws {
    let client = try OrgClient(Self.settings)
    let challenge = Base64URL.encode(SHA256.hash(Array(verifier.utf8)))
    let begun = try await interact(
      client,
      Self.usual + [
        FormPair("code_challenge", challenge), FormPair("code_challenge_method", "S256"),
      ])
    client.interactionHandle = try #require(begun["interaction_handle"]?.string)
    try await client.introspect()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    let answer = try await client.redeem(verifier: verifier)
    #expect((answer["access_token"] != nil) == isGood)
    if !isGood { #expect(answer["error"] == "invalid_grant") }
  }

  @Test("Discovery lists only S256")
  func discovery() async throws {
    let document = try await OrgClient("").send(
      .get, "/oauth2/default/.well-known/openid-configuration")
    #expect(document["code_challenge_methods_supported"] == ["S256"])
  }

  // MARK: Codes

  @Test("A code is invalid after one wrong verifier")
  func wrongVerifier() async throws {
    let client = try await signedIn()
    let wrong = String(OrgClient.verifier.reversed())
    #expect(try await client.redeem(verifier: wrong)["error"] == "invalid_grant")
    #expect(try await client.redeem()["error"] == "invalid_grant")
  }

  @Test("A code that is sent again revokes the tokens of its first use, including refreshed ones")
  func reusedCode() async throws {
    let client = try await signedIn()
    let tokens = try await client.redeem()
    let fresh = try await post(
      client, "token",
      [
        ("grant_type", "refresh_token"), ("client_id", "client"),
        ("refresh_token", tokens["refresh_token"]?.string ?? ""),
      ])
    #expect(fresh["access_token"] != nil)
    #expect(try await client.redeem()["error"] == "invalid_grant")
    for token in [tokens["access_token"], fresh["access_token"], fresh["refresh_token"]] {
      let answer = try await post(
        client, "introspect", [("client_id", "client"), ("token", token?.string ?? "")])
      #expect(answer == ["active": false])
    }
  }

  @Test("Another client's attempt neither redeems a code nor ends anything")
  func foreignClient() async throws {
    let client = try await signedIn()
    let form = client.page["successWithInteractionCode"]
    let code = form?["value"]?.array?.first { $0["name"] == "interaction_code" }?["value"]?.string
    func attempt() async throws -> JSON {
      try await post(
        client, "token",
        [
          ("grant_type", "interaction_code"), ("client_id", "other"),
          ("interaction_code", code ?? ""), ("code_verifier", OrgClient.verifier),
        ])
    }
    #expect(try await attempt()["error"] == "invalid_grant")
    let tokens = try await client.redeem()
    #expect(try await attempt()["error"] == "invalid_grant")
    let answer = try await post(
      client, "introspect",
      [("client_id", "client"), ("token", tokens["access_token"]?.string ?? "")])
    #expect(answer["active"] == true)
  }

  // MARK: Parameters

  @Test(
    "A parameter that appears twice is refused, one without a value isn't one",
    arguments: ["interact", "token", "revoke", "introspect", "logout"])
  func duplicates(endpoint: String) async throws {
    let client = try OrgClient(Self.settings)
    let pairs = [
      ("client_id", "client"), ("token", "x"), ("grant_type", "refresh_token"),
      ("refresh_token", "x"), ("scope", "openid"), ("redirect_uri", "com.example:/callback"),
      ("code_challenge", OrgClient.challenge), ("code_challenge_method", "S256"),
    ]
    for pair in pairs + [("unknown", "x")] {
      let answer = try await post(client, endpoint, pairs + [("unknown", "y"), pair])
      #expect(client.status == 400 && answer["error"] == "invalid_request", "\(pair.0)")
      #expect(answer["error_description"]?.string?.contains("more than once") == true)
    }
    let answer = try await post(client, endpoint, pairs + [("client_secret", ""), ("state", "")])
    #expect(answer["error_description"]?.string?.contains("more than once") != true)
  }

  private static let addresses: [(String, Bool)] = [
    ("com.example:/callback", true), ("http://localhost:3000/cb?a=b", true),
    ("https://app.example.com/cb", true), ("com.example:/callback#x", false),
    ("https://app.example.com/#", false), ("javascript:alert(1)", false),
    ("JAVASCRIPT:alert(1)", false), ("data:text/html,x", false), ("vbscript:x", false),
    ("file:///etc/passwd", false), ("blob:https://a/b", false), ("about:blank", false),
    ("/relative", false), ("callback", false), ("//evil.example", false), (":x", false),
    ("http:evil.example", false), ("https://u@evil.example/", false), ("a b:/c", false),
    ("com.example:/\r\nX: y", false),
  ]

  @Test(
    "A redirect URI is an absolute address without a fragment that no browser runs",
    arguments: addresses)
  func redirects(address: String, isGood: Bool) async throws {
    let client = try OrgClient(Self.settings)
    let pairs = Self.usual.filter { $0.name != "redirect_uri" }
    let answer = try await interact(
      client, pairs + OrgClient.proof + [FormPair("redirect_uri", address)])
    #expect((answer["interaction_handle"] != nil) == isGood)
    if !isGood { #expect(answer["error"] == "invalid_request") }
  }

  @Test(
    "The settings of an app accept no such address either",
    arguments: ["redirect", "logout-redirect"])
  func registered(name: String) {
    for address in ["javascript:alert(1)", "com.example:/a#b", "relative"] {
      let settings = SettingText.parse("app { \(name) \"\(address)\" }")
      #expect(Org.build(name: "acme", settings: settings).problems.count == 1, "\(address)")
    }
    let long = SettingText.parse("app { refresh-grace 61s }")
    #expect(Org.build(name: "acme", settings: long).problems.count == 1)
  }

  // MARK: Clients

  private static func basic(_ text: String) -> HTTPHeaders {
    ["Authorization": "Basic \(Base64.encode(Array(text.utf8)))"]
  }

  @Test(
    "A confidential client authenticates at `interact`, too",
    arguments: ["interact", "token", "revoke", "introspect"])
  func confidential(endpoint: String) async throws {
    let client = try OrgClient("app { client-id \"client\"; secret \"s3cret\" }\n\(Self.settings)")
    let others: [FormPair] = [
      FormPair("token", "x"), FormPair("grant_type", "refresh_token"),
      FormPair("refresh_token", "x"),
    ]
    let rest: [FormPair] = Array(Self.usual.dropFirst()) + OrgClient.proof + others
    func status(_ credentials: [FormPair], _ headers: HTTPHeaders = [:]) async throws -> Int {
      let answer = try await client.send(
        .post, "/oauth2/default/v1/\(endpoint)", headers: headers, .form(credentials + rest))
      if client.status == 401 { #expect(answer["error"] == "invalid_client") }
      return client.status
    }
    let id = FormPair("client_id", "client")
    for refused in [
      [id], [id, FormPair("client_secret", "x")], [id, FormPair("client_secret", "")],
    ] {
      #expect(try await status(refused) == 401)
    }
    #expect(try await status([id, FormPair("client_secret", "s3cret")]) != 401)
    #expect(try await status([], Self.basic("client:s3cret")) != 401)
    for header in ["client", "client:", "client:x", "other:s3cret", ":s3cret", ""] {
      #expect(try await status([], Self.basic(header)) == 401, "\(header)")
    }
    #expect(try await status([], ["Authorization": "Basic %%"]) == 401)
    // One client authenticates in one way (RFC 6749, section 2.3).
    let both = [id, FormPair("client_secret", "s3cret")]
    #expect(try await status(both, Self.basic("client:s3cret")) == 400)
    #expect(try await status([FormPair("client_id", "x")], Self.basic("client:s3cret")) == 400)
  }

  @Test(
    "A public client can send its id in the header without a colon, as auth-js does",
    arguments: ["client", "client:"])
  func publicHeader(credentials: String) async throws {
    let client = try await signedIn()
    let tokens = try await client.redeem()
    let token = tokens["access_token"]?.string ?? ""
    let header = Self.basic(credentials)
    let before = try await post(client, "introspect", [("token", token)], headers: header)
    #expect(before["active"] == true)
    _ = try await post(client, "revoke", [("token", token)], headers: header)
    #expect(client.status == 200)
    let after = try await post(client, "introspect", [("token", token)], headers: header)
    #expect(after["active"] == false)
    let fresh = try await post(
      client, "token",
      [("grant_type", "refresh_token"), ("refresh_token", tokens["refresh_token"]?.string ?? "")],
      headers: header)
    #expect(fresh["access_token"] != nil)
  }
}
