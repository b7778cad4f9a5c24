import FlowEngine
import FlowHTTP
import Testing

@testable import OktaSimulator

/// A browser without script: it follows addresses and sends forms of the current page.
private final class Browser {
  let client: OrgClient
  var html = ""
  var status = 0
  /// The address outside the org to which it sent the browser.
  var arrived: String?
  private var cookies = ""

  init(_ settings: String) throws { client = try OrgClient(settings) }

  func open(_ address: String) async throws {
    try await go(.get, address.hasPrefix("http") ? address : "https://acme.flow.test" + address)
  }

  private func go(_ method: HTTPMethod, _ address: String, _ body: HTTPBody = .none) async throws {
    let url = try #require(HTTPURL(address))
    var request = HTTPRequest(method, url, body: body)
    if !cookies.isEmpty { request.headers["Cookie"] = cookies }
    let response = client.server.answer(request)
    status = response.status
    if let cookie = response.headers["Set-Cookie"] { cookies = String(cookie.prefix { $0 != ";" }) }
    arrived = nil
    if let location = response.headers["Location"] {
      guard location.hasPrefix("https://acme.flow.test") else {
        arrived = location
        return
      }
      return try await go(.get, location)
    }
    html = String(decoding: response.body.onWire.bytes, as: UTF8.self)
  }

  /// Sends the form whose button has a text, with values for its fields.
  func send(_ button: String, _ values: [String: String] = [:]) async throws {
    let forms = html.split(separator: "<form ").dropFirst().map(String.init)
    let form = try #require(forms.first { $0.contains("<button>\(button)</button>") }, "\(html)")
    var pairs = ["request", "form"].map { FormPair($0, hidden($0, in: form)) }
    for (name, value) in values {
      try #require(form.contains("name=\"field.\(name)\""), "\(form)")
      pairs.append(FormPair("field.\(name)", value))
    }
    try await go(.post, "https://acme.flow.test/login", .form(pairs))
  }

  private func hidden(_ name: String, in form: String) -> String {
    guard let start = form.firstRange(of: "name=\"\(name)\" value=\"")?.upperBound else {
      return ""
    }
    return String(form[start...].prefix { $0 != "\"" })
  }

  /// The parameters with which the browser came back to the client.
  func back() throws -> [String: String] {
    let address = try #require(arrived, "\(html)")
    #expect(address.hasPrefix("com.example:/callback?"))
    let pairs = FormEncoding.decode(
      Array(address.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()))
    return Dictionary(uniqueKeysWithValues: (pairs ?? []).map { ($0.name, $0.value) })
  }
}

@Suite("A browser signs in by the authorization-code flow")
struct CodeFlowTests {
  static let settings = """
    authenticators password, email, phone via sms or voice
    user "jane@example.com" { password "Correct-Horse-1"; phone "+15551234567" }
    sign-on { require password and possession }
    """

  private static func address(
    _ changes: [String: String] = [:], server: String = "/oauth2/default"
  ) -> String {
    var pairs = [
      "client_id": "client", "response_type": "code", "scope": "openid email", "state": "s&1",
      "redirect_uri": "com.example:/callback", "nonce": "n-1",
      "code_challenge": OrgClient.challenge, "code_challenge_method": "S256",
    ]
    pairs.merge(changes) { $1 }
    return "\(server)/v1/authorize?"
      + FormEncoding.encode(
        pairs.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map {
          FormPair($0.key, $0.value)
        })
  }

  private func signIn(_ browser: Browser) async throws -> [String: String] {
    try await browser.open(Self.address())
    #expect(browser.status == 200)
    try await browser.send("Next", ["identifier": "jane@example.com"])
    if browser.html.contains("Verify with: Password") {
      try await browser.send("Verify with: Password")
    }
    try await browser.send("Verify", ["credentials.passcode": "wrong"])
    #expect(browser.html.contains("Password is incorrect"))
    try await browser.send("Verify", ["credentials.passcode": "Correct-Horse-1"])
    try await browser.send("Verify with: Phone", ["authenticator.methodType": "voice"])
    try await browser.send("Verify", ["credentials.passcode": browser.client.code("voice")])
    return try browser.back()
  }

  private func redeem(
    _ client: OrgClient, _ code: String?, _ changes: [String: String] = [:]
  ) async throws -> JSON {
    var pairs = [
      "grant_type": "authorization_code", "client_id": "client", "code": code ?? "",
      "redirect_uri": "com.example:/callback", "code_verifier": OrgClient.verifier,
    ]
    pairs.merge(changes) { $1 }
    return try await client.send(
      .post, "/oauth2/default/v1/token",
      .form(pairs.filter { !$0.value.isEmpty }.map { FormPair($0.key, $0.value) }))
  }

  @Test("It signs in on the org's page, step by step, and its code gives tokens once")
  func signsIn() async throws {
    let browser = try Browser(Self.settings)
    let answer = try await signIn(browser)
    #expect(answer["state"] == "s&1" && answer["error"] == nil)
    let tokens = try await redeem(browser.client, answer["code"])
    let claims = try TokenTests.parts(tokens["id_token"]?.string).claims
    #expect(claims["nonce"] == "n-1" && claims["email"] == "jane@example.com")
    #expect(claims["amr"] == ["pwd", "tel", "mfa"])
    #expect(try await redeem(browser.client, answer["code"])["error"] == "invalid_grant")
  }

  @Test(
    "A code is bound to its redirect URI, its verifier and its grant type",
    arguments: [
      ["redirect_uri": ""], ["redirect_uri": "com.example:/other"], ["code_verifier": "x"],
      ["grant_type": "interaction_code"], ["client_id": "other"],
    ])
  func bound(changes: [String: String]) async throws {
    let browser = try Browser(Self.settings)
    let code = try await signIn(browser)["code"]
    var changes = changes
    if changes["grant_type"] != nil { changes["interaction_code"] = code }
    #expect(try await redeem(browser.client, code, changes)["error"] == "invalid_grant")
  }

  @Test("A browser that has a session comes back at once, and `prompt=none` never asks")
  func sessions() async throws {
    let browser = try Browser(Self.settings)
    try await browser.open(Self.address(["prompt": "none"]))
    #expect(try browser.back()["error"] == "login_required")
    _ = try await signIn(browser)
    try await browser.open(Self.address(["prompt": "none"]))
    #expect(try browser.back()["code"] != nil)
    try await browser.open(Self.address(["prompt": "login"]))
    #expect(browser.arrived == nil && browser.html.contains("<button>Next</button>"))
  }

  @Test(
    "An error is sent to the client, with its state",
    arguments: [
      (["response_type": "token"], "unsupported_response_type"),
      (["response_type": ""], "unsupported_response_type"),
      (["response_mode": "fragment"], "invalid_request"), (["scope": ""], "invalid_request"),
      (["code_challenge": ""], "invalid_request"),
      (["code_challenge_method": "plain"], "invalid_request"),
      (["max_age": "soon"], "invalid_request"),
    ])
  func refused(changes: [String: String], error: String) async throws {
    let browser = try Browser(Self.settings)
    try await browser.open(Self.address(changes))
    #expect(try browser.back()["error"] == error)
    #expect(try browser.back()["state"] == "s&1")
  }

  @Test(
    "No browser is sent to an address that isn't the client's",
    arguments: [
      ["redirect_uri": "javascript:alert(1)"], ["redirect_uri": ""], ["client_id": "other"],
      ["redirect_uri": "https://evil.example/"],
    ])
  func foreign(changes: [String: String]) async throws {
    let browser = try Browser(
      "app { client-id \"client\"; redirect \"com.example:/callback\" }\n\(Self.settings)")
    try await browser.open(Self.address(changes))
    #expect(browser.arrived == nil && browser.status >= 400)
  }

  @Test("An identity provider leads back to the client, or to the next missing step")
  func elsewhere() async throws {
    for (rule, isEnough) in [("require password", true), ("require password and email", false)] {
      let browser = try Browser(
        """
        authenticators password, email
        user "jane@example.com" { password "Correct-Horse-1" }
        idp "Google" { signs-in "jane@example.com" }
        sign-on { \(rule) }
        """)
      try await browser.open(Self.address())
      let link = try #require(browser.html.firstRange(of: "<a href=\"")).upperBound
      let href = String(browser.html[link...].prefix { $0 != "\"" })
      try await browser.open(href.replacing("&amp;", with: "&"))
      if !isEnough {
        #expect(browser.arrived == nil)
        try await browser.send("Verify", ["credentials.passcode": browser.client.code("email")])
      }
      #expect(try browser.back()["code"] != nil)
    }
  }

  @Test("A page that has expired or never began says so, and shows no markup from a client")
  func over() async throws {
    let browser = try Browser(Self.settings)
    try await browser.open("/login?request=nothing")
    #expect(browser.status == 400 && browser.html.contains("begin again in the app"))
    try await browser.open("/login")
    #expect(browser.status == 400)
    try await browser.open(Self.address(["login_hint": "\"><script>alert(1)</script>"]))
    #expect(!browser.html.contains("<script"))
    // A transaction from interact isn't a browser's.
    try await browser.client.start()
    try await browser.open("/login?request=\(browser.client.interactionHandle)")
    #expect(browser.status == 400)
  }

  @Test("Discovery lists the flow")
  func discovery() async throws {
    let document = try await OrgClient("").send(
      .get, "/oauth2/default/.well-known/openid-configuration")
    #expect(document["response_types_supported"] == ["code"])
    #expect(
      document["grant_types_supported"]
        == ["authorization_code", "interaction_code", "refresh_token"])
  }
}
