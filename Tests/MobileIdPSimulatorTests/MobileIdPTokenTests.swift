import FlowCrypto
import FlowEngine
import MobileIdPSimulator
import FlowHTTP
import Testing
import SimulatorKit

@Suite("Tokens of a simulated authorization server for mobile identity providers")
struct MobileIdPTokenTests {
  static let unknownCode = "400 invalid_grant / invalid authorization code"
  static let expiredCode = "400 invalid_grant / expired authorization code"
  static let wrongVerifier = "400 invalid_grant / invalid code verifier"
  static let expiredToken = "400 invalid_grant / expired access/refresh token"

  @Test("A code gives tokens with their facts")
  func exchange() throws {
    let client = try MobileIdPClient()
    #expect(client.redeem(try client.code()) == "ok")
    let body = client.json
    let id = "https://login.salesforce.com/id/00D000000000001EAA/005000000000001AAA"
    #expect(
      body.object?.members.map(\.name) == [
        "access_token", "refresh_token", "signature", "scope", "instance_url", "id", "token_type",
        "issued_at",
      ])
    #expect(body["scope"] == "api web refresh_token")
    #expect(body["instance_url"] == "https://login.salesforce.com")
    #expect(body["id"] == .string(id))
    #expect(body["token_type"] == "Bearer")
    #expect(body["issued_at"] == "1800000000000")
    let signature = HMAC.authenticate(
      Array((id + "1800000000000").utf8), key: Array("SP_KEY".utf8), with: .sha256)
    #expect(body["signature"] == .string(Base64.encode(signature)))
    #expect(client.response.headers["Cache-Control"] == "no-store")
    let token = try #require(body["access_token"]?.string)
    #expect(client.userinfo(token) == "ada@acme.test")
    client.send(.get, "/id/00D000000000001EAA/005000000000001AAA", bearer: token)
    #expect(client.json["username"] == "ada@acme.test")
    #expect(client.json["id"] == .string(id))
    client.send(.get, "/id/00D000000000001EAA/005000000000002AAA", bearer: token)
    #expect(client.status == 404)
    #expect(client.userinfo("nonsense") == "401")
    #expect(client.response.headers["WWW-Authenticate"] == "Bearer error=\"invalid_token\"")
  }

  @Test("The grant types of hybrid authentication are the same here")
  func hybrid() throws {
    let client = try MobileIdPClient()
    #expect(client.redeem(try client.code(), ["grant_type": "hybrid_auth_code"]) == "ok")
    let token = try #require(client.json["refresh_token"]?.string)
    #expect(client.refresh(token, ["grant_type": "hybrid_refresh"]) == "ok")
  }

  @Test("Without the scope refresh_token there is no refresh token")
  func notRefreshable() throws {
    let client = try MobileIdPClient()
    #expect(client.redeem(try client.code(for: "ada@acme.test", ["scope": "api"])) == "ok")
    #expect(client.json["scope"] == "api")
    #expect(client.json["refresh_token"] == nil)
  }

  @Test(
    "Each error of a code, which stays valid",
    arguments: [
      (["grant_type": nil], "400 invalid_request / missing parameter: grant_type"),
      (
        ["grant_type": "password"],
        "400 unsupported_grant_type / grant type not supported"
      ),
      (["client_id": "NONE"], "400 invalid_client_id / client identifier invalid"),
      (["client_id": nil], "400 invalid_client_id / client identifier invalid"),
      (["code": nil], "400 invalid_request / missing parameter: code"),
      (["code": "nonsense"], unknownCode), (["client_id": "IDP_KEY"], unknownCode),
      (
        ["redirect_uri": "sampleapp://oauth2/other"],
        "400 redirect_uri_mismatch / redirect_uri must match configuration"
      ),
      (
        ["redirect_uri": nil],
        "400 redirect_uri_mismatch / redirect_uri must match configuration"
      ),
      (["code_verifier": nil], wrongVerifier),
      (["code_verifier": String(repeating: "x", count: 43)], wrongVerifier),
      (["code_verifier": MobileIdPClient.challenge], wrongVerifier),
    ] as [([String: String?], String)])
  func errors(changes: [String: String?], expected: String) throws {
    let client = try MobileIdPClient()
    let code = try client.code()
    #expect(client.redeem(code, changes) == expected)
    #expect(client.redeem(code) == "ok")
  }

  @Test(
    "A verifier has 43 to 256 characters; the SDKs' verifiers have 171",
    arguments: [(42, false), (43, true), (128, true), (171, true), (256, true), (257, false)])
  func verifierLength(count: Int, isGood: Bool) throws {
    let client = try MobileIdPClient()
    let verifier = String(repeating: "v", count: count)
    let challenge = Base64URL.encode(SHA256.hash(Array(verifier.utf8)))
    let code = try client.code(for: "ada@acme.test", ["code_challenge": challenge])
    #expect(
      client.redeem(code, ["code_verifier": verifier]) == (isGood ? "ok" : Self.wrongVerifier))
  }

  @Test("The verifier of 128 counted bytes has the known challenge")
  func sdkVector() throws {
    let client = try MobileIdPClient()
    let verifier = Base64URL.encode((0..<128).map { UInt8($0) })
    #expect(verifier.utf8.count == 171)
    let code = try client.code(
      for: "ada@acme.test", ["code_challenge": "m9v0o6VZCkA61J5U-X1Tz5TKs3SgkIws3KAW_OnRzjg"])
    #expect(client.redeem(code, ["code_verifier": verifier]) == "ok")
  }

  @Test("A code is valid for its lifetime")
  func codeLife() throws {
    for (seconds, expected) in [(29, "ok"), (30, Self.expiredCode)] {
      let client = try MobileIdPClient(
        MobileIdPAuthorizeTests.world("lifetimes { code 30s }"))
      let code = try client.code()
      client.clock.advance(by: .seconds(seconds))
      #expect(client.redeem(code) == expected)
    }
  }

  @Test("A code that is used again is refused, and revokes its tokens")
  func replay() throws {
    let client = try MobileIdPClient()
    let code = try client.code()
    client.redeem(code)
    let access = try #require(client.json["access_token"]?.string)
    let refresh = try #require(client.json["refresh_token"]?.string)
    // Another client can't end it.
    #expect(client.redeem(code, ["client_id": "IDP_KEY"]) == Self.unknownCode)
    #expect(client.userinfo(access) == "ada@acme.test")
    #expect(client.redeem(code) == Self.expiredCode)
    #expect(client.userinfo(access) == "401")
    #expect(client.refresh(refresh) == Self.expiredToken)
    // Other users' tokens stay.
    #expect(client.userinfo(try client.login().accessToken.reveal()) == "ada@acme.test")
  }

  @Test("A user who was deactivated after the code gets no tokens")
  func codeOfNobody() throws {
    let client = try MobileIdPClient()
    let code = try client.code()
    let settings = try MobileIdPClient.world("name \"Ada\"", "status inactive")
    var (state, random) = (client.server.state, SystemRandomNumberGenerator())
    let response = try MobileIdPClient.org(settings).answer(
      HTTPRequest(
        .post,
        HTTPURL(scheme: .https, host: "login.salesforce.com", path: MobileIdPClient.tokenPath),
        body: MobileIdPClient.exchange(code)),
      state: &state, now: client.clock.now, random: &random)
    guard case .json(let json) = response.body else { throw CancellationError() }
    #expect(json["error"] == "inactive_user")
  }

  // MARK: Refresh and revoke

  @Test("A refresh token gives access tokens with its scopes, and stays valid")
  func refresh() throws {
    let client = try MobileIdPClient()
    client.redeem(try client.code())
    let token = try #require(client.json["refresh_token"]?.string)
    for _ in 0..<3 {
      #expect(client.refresh(token) == "ok")
      #expect(client.json["refresh_token"] == nil)
      #expect(client.json["scope"] == "api web refresh_token")
      #expect(client.json["id"]?.string?.hasSuffix("/005000000000001AAA") == true)
      let access = try #require(client.json["access_token"]?.string)
      #expect(client.userinfo(access) == "ada@acme.test")
    }
    #expect(client.refresh(token, client: "IDP_KEY") == Self.expiredToken)
    #expect(client.refresh(token, client: "NONE").hasPrefix("400 invalid_client_id"))
    #expect(client.refresh("nonsense") == Self.expiredToken)
    #expect(client.refresh("") == "400 invalid_request / missing parameter: refresh_token")
  }

  @Test("Access and refresh tokens are valid for their lifetimes")
  func lifetimes() throws {
    let client = try MobileIdPClient(
      MobileIdPAuthorizeTests.world("lifetimes { access-token 10m; refresh-token 1h }"))
    client.redeem(try client.code())
    let access = try #require(client.json["access_token"]?.string)
    let refresh = try #require(client.json["refresh_token"]?.string)
    client.clock.advance(by: .seconds(599))
    #expect(client.userinfo(access) == "ada@acme.test")
    client.clock.advance(by: .seconds(1))
    #expect(client.userinfo(access) == "401")
    client.clock.advance(by: .seconds(2999))
    #expect(client.refresh(refresh) == "ok")
    client.clock.advance(by: .seconds(1))
    #expect(client.refresh(refresh) == Self.expiredToken)
  }

  @Test("Revoking a refresh token revokes all its tokens; revoking an access token, only itself")
  func revoke() throws {
    let client = try MobileIdPClient()
    client.redeem(try client.code())
    let first = try #require(client.json["access_token"]?.string)
    let refresh = try #require(client.json["refresh_token"]?.string)
    client.refresh(refresh)
    let second = try #require(client.json["access_token"]?.string)
    func revoke(_ token: String?) -> Int {
      client.send(
        .post, "/services/oauth2/revoke", MobileIdPClient.form([("token", token)])
      ).status
    }
    #expect(revoke(first) == 200)
    #expect(client.userinfo(first) == "401")
    #expect(client.userinfo(second) == "ada@acme.test")
    #expect(revoke("nonsense") == 200)
    #expect(revoke(nil) == 400)
    #expect(revoke(refresh) == 200)
    #expect(client.userinfo(second) == "401")
    #expect(client.refresh(refresh) == Self.expiredToken)
  }

  // MARK: The start of a run

  @Test("An expired access token at the provider is refused until it is refreshed")
  func expired() throws {
    let client = try MobileIdPClient(
      try MobileIdPClient.world(
        "name \"Ada\"; id \"005000000000001AAA\"; logged-in \"Authenticator\"",
        "logged-in \"Authenticator\" expired"))
    let login = try client.login()
    client.send(
      .post, "/services/oauth2/singleaccess",
      MobileIdPClient.form([("redirect_uri", MobileIdPClient.authorize())]),
      bearer: login.accessToken.reveal())
    #expect(client.status == 401)
    #expect(client.json.array?.first?["errorCode"] == "INVALID_SESSION_ID")
    #expect(client.refresh(login.refreshToken.reveal(), client: "IDP_KEY") == "ok")
    try client.cross(token: try #require(client.json["access_token"]?.string))
    #expect(client.json["page"] == "approval")
  }

  @Test("A revoked login at the provider can't be refreshed")
  func revoked() throws {
    let client = try MobileIdPClient(
      try MobileIdPClient.world(
        "name \"Ada\"; id \"005000000000001AAA\"; logged-in \"Authenticator\"",
        "logged-in \"Authenticator\" revoked"))
    let login = try client.login()
    #expect(client.userinfo(login.accessToken.reveal()) == "401")
    #expect(
      client.refresh(login.refreshToken.reveal(), client: "IDP_KEY") == Self.expiredToken)
  }

  @Test("A client's stored refresh token is valid if the settings name its user")
  func stored() throws {
    for (setting, expected) in [
      ("refresh-token \"r1\" of \"ada@acme.test\"", "ok"), ("refresh-token \"r1\"", expiredToken),
    ] {
      let client = try MobileIdPClient(
        try MobileIdPClient.world("provider \"Authenticator\"", setting))
      let app = try #require(client.server.org.app(named: "Sample App"))
      #expect(app.refreshToken == Secret("r1"))
      #expect(client.refresh("r1") == expected)
    }
  }

  private var expiredToken: String { Self.expiredToken }

  @Test("A link of the bridge can be used once, for a minute")
  func bridgeLink() throws {
    for wait in [0, 59, 60] {
      let client = try MobileIdPClient()
      client.send(
        .post, "/services/oauth2/singleaccess",
        MobileIdPClient.form([("redirect_uri", MobileIdPClient.authorize())]),
        bearer: try client.login().accessToken.reveal())
      let link = try #require(client.json["frontdoor_uri"]?.string)
      let target = String(link.dropFirst("https://login.salesforce.com".count))
      client.clock.advance(by: .seconds(wait))
      client.send(.get, target)
      #expect(
        client.location
          == (wait < 60 ? MobileIdPClient.authorize() : "/login?error=session_expired"))
      client.send(.get, target)
      #expect(client.location == "/login?error=session_expired")
      client.send(.get, "/login?error=session_expired")
      #expect(client.json["error"] == "session_expired")
    }
  }
}
