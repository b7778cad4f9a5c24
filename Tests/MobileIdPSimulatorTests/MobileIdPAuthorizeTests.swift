import FlowEngine
import MobileIdPSimulator
import FlowHTTP
import Testing

@Suite("Authorize at a simulated authorization server for mobile identity providers")
struct MobileIdPAuthorizeTests {
  /// The world with settings of the server beside it.
  static func world(_ more: String) -> String { MobileIdPClient.world + "\n" + more }

  // MARK: The normal route

  @Test("The provider's user crosses the bridge to an approval, and then gets a code")
  func bridge() throws {
    let client = try MobileIdPClient()
    try client.cross(
      MobileIdPClient.authorize(["state": "a&b=c"]),
      token: try client.login().accessToken.reveal())
    #expect(client.status == 200)
    #expect(
      client.json == [
        "page": "approval", "action": "/setup/secur/RemoteAccessAuthorizationPage",
        "appName": "Sample App", "scopes": ["api", "web", "refresh_token"],
        "username": "ada@acme.test", "pageToken": client.json["pageToken"] ?? .null,
        "options": ["allow", "deny"],
      ])
    try client.decide()
    #expect(client.location?.hasPrefix("sampleapp://oauth2/done?code=") == true)
    #expect(client.returned("state") == "a&b=c")
    #expect(client.redeem(try #require(client.returned("code"))) == "ok")
  }

  @Test("An approval is remembered for its scopes")
  func remembered() throws {
    let client = try MobileIdPClient()
    let token = try client.login().accessToken.reveal()
    let narrow = MobileIdPClient.authorize(["scope": "api"])
    try client.cross(narrow, token: token)
    try client.decide()
    try client.cross(narrow, token: token)
    #expect(client.returned("code") != nil)
    try client.cross(token: token)
    #expect(client.json["page"] == "approval")
    try client.decide()
    try client.cross(token: token)
    #expect(client.returned("code") != nil)
    // Only for this user.
    try client.cross(token: try client.login(of: "bob@acme.test").accessToken.reveal())
    #expect(client.json["page"] == "approval")
  }

  @Test(
    "No approval is asked for if it was given before, or if an administrator gave it",
    arguments: [
      try? MobileIdPClient.world(
        "connected-app \"SP_KEY\"", "connected-app \"SP_KEY\" { approval pre-authorized }"),
      try? MobileIdPClient.world("name \"Ada\"", "name \"Ada\"; approved \"SP_KEY\""),
    ])
  func unneeded(settings: String?) throws {
    let client = try MobileIdPClient(try #require(settings))
    try client.cross(token: try client.login().accessToken.reveal())
    #expect(client.returned("code") != nil)
  }

  @Test("A denied approval is sent to the redirect, and the page is valid once")
  func denied() throws {
    let client = try MobileIdPClient()
    try client.cross(token: try client.login().accessToken.reveal())
    let token = try #require(client.json["pageToken"]?.string)
    try client.decide("deny")
    #expect(client.returned("error") == "access_denied")
    #expect(client.returned("error_description") == "end-user denied authorization")
    client.send(
      .post, "/setup/secur/RemoteAccessAuthorizationPage",
      MobileIdPClient.form([("page", token), ("decision", "allow")]))
    #expect(client.status == 400)
    // It is asked for again.
    try client.cross(token: try client.login().accessToken.reveal())
    #expect(client.json["page"] == "approval")
  }

  @Test("An approval page belongs only to its session, and accepts two answers")
  func foreign() throws {
    let client = try MobileIdPClient()
    try client.cross(token: try client.login().accessToken.reveal())
    let page = try #require(client.json["pageToken"]?.string)
    let ada = client.cookie
    func answer(_ decision: String?) -> Int {
      client.send(
        .post, "/setup/secur/RemoteAccessAuthorizationPage",
        MobileIdPClient.form([("page", page), ("decision", decision)])
      ).status
    }
    #expect(answer("maybe") == 400)
    #expect(answer(nil) == 400)
    client.cookie = nil
    #expect(answer("allow") == 400)
    try client.cross(token: try client.login(of: "bob@acme.test").accessToken.reveal())
    #expect(answer("allow") == 400)
    client.cookie = ada
    #expect(answer("allow") == 302)
  }

  // MARK: Login

  @Test("Without a session there is a login page, followed by the rest")
  func login() throws {
    let client = try MobileIdPClient()
    let target = MobileIdPClient.authorize(["login_hint": "ada@acme.test"])
    client.send(.get, target)
    #expect(
      client.json == [
        "page": "login", "host": "login.salesforce.com", "action": "/login",
        "fields": ["username", "password"], "startURL": .string(target),
        "username": "ada@acme.test",
      ])
    client.signIn("ada@acme.test", "wrong", to: target)
    #expect(client.status == 200)
    #expect(client.json["error"] == "invalid_login")
    #expect(client.json["message"] == "Please check your username and password.")
    #expect(client.json["startURL"] == .string(target))
    client.signIn("ADA@acme.test", "pw-ada", to: target)
    #expect(client.json["page"] == "approval")
    try client.decide()
    #expect(client.redeem(try #require(client.returned("code"))) == "ok")
  }

  @Test("Users sign in only at their own host, and not without a password")
  func hosts() throws {
    let client = try MobileIdPClient(Self.world("user \"eve@acme.test\""))
    client.signIn("bob@acme.test", "pw-bob")
    #expect(client.json["error"] == "invalid_login")
    client.signIn("eve@acme.test", "")
    #expect(client.json["error"] == "invalid_login")
    client.host = "test.salesforce.com"
    client.signIn("bob@acme.test", "pw-bob")
    #expect(client.json["page"] == "approval")
  }

  @Test(
    "An inactive user signs in, and gets an error instead of a code",
    arguments: [("inactive", "inactive_user"), ("org-inactive", "inactive_org")])
  func inactive(status: String, error: String) throws {
    let settings = try MobileIdPClient.world("name \"Ada\"", "status \(status)")
    let client = try MobileIdPClient(settings)
    client.signIn()
    #expect(client.returned("error") == error)
    client.cookie = nil
    try client.cross(token: try client.login().accessToken.reveal())
    #expect(client.returned("error") == error)
    let token = try client.login().refreshToken.reveal()
    #expect(client.refresh(token, client: "IDP_KEY").hasPrefix("400 \(error)"))
  }

  @Test("A session ends with the lifetime of an access token")
  func sessionEnds() throws {
    let client = try MobileIdPClient(Self.world("lifetimes { access-token 10m }"))
    client.signIn()
    client.clock.advance(by: .seconds(599))
    #expect(client.send(.get, MobileIdPClient.authorize()).status == 200)
    #expect(client.json["page"] == "approval")
    client.clock.advance(by: .seconds(1))
    client.send(.get, MobileIdPClient.authorize())
    #expect(client.json["page"] == "login")
  }

  @Test(
    "No one is sent to another server",
    arguments: [
      "https://evil.test/", "//evil.test/", "/\\evil.test", "x", "", "/a b", "@evil.test/",
      ".evil.test/", "/a#b", "/%",
    ])
  func openRedirect(target: String) throws {
    let client = try MobileIdPClient()
    client.signIn(to: target)
    #expect(client.status == 400)
    client.send(.get, MobileIdPClient.target("/login", [("startURL", target)]))
    #expect(client.json["page"] == "login")
    #expect(client.json["action"] == nil)
    client.send(
      .post, "/services/oauth2/singleaccess", MobileIdPClient.form([("redirect_uri", target)]),
      bearer: try client.login().accessToken.reveal())
    #expect(client.status == 400)
  }

  @Test("A browser gets pages as HTML, with their contents escaped")
  func html() throws {
    let client = try MobileIdPClient()
    client.accept = "text/html"
    client.send(.get, MobileIdPClient.authorize(["login_hint": "\"><script>&"]))
    guard case .bytes(let bytes) = client.response.body else { throw CancellationError() }
    let html = String(decoding: bytes, as: UTF8.self)
    #expect(client.response.headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(html.contains("value=\"&quot;&gt;&lt;script&gt;&amp;\""))
    #expect(!html.contains("<script"))
    client.signIn()
    guard case .bytes(let page) = client.response.body else { throw CancellationError() }
    #expect(String(decoding: page, as: UTF8.self).contains("name=\"decision\" value=\"deny\""))
  }
}
