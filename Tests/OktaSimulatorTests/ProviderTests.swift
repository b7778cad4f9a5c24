import FlowHTTP
import Testing

@Suite("Signing in at an identity provider")
struct ProviderTests {
  static let settings = """
    authenticators password, email
    user "jane@example.com" { password "Correct-Horse-1" }
    user "lee@example.com" { status locked }
    idp "Google" { signs-in "jane@example.com" }
    idp "Nobody"
    idp "Locked" { signs-in "lee@example.com"; type SAML2 }
    idp "Work" { signs-in "jane@example.com"; domains "@Example.org" }
    """

  @Test("The first page offers each provider that is for everyone, after the form")
  func firstPage() async throws {
    let client = try await OrgClient(Self.settings).start()
    #expect(client.steps == ["identify", "redirect-idp", "redirect-idp", "redirect-idp"])
    let forms = client.page["remediation"]?["value"]?.array ?? []
    #expect(forms.dropFirst().map { $0["type"]?.string } == ["GOOGLE", "OIDC", "SAML2"])
    #expect(
      forms.dropFirst().map { $0["idp"]?["name"]?.string } == ["Google", "Nobody", "Locked"])
  }

  @Test("A returning user brings a code, with the client's state")
  func signsIn() async throws {
    let client = try await OrgClient(Self.settings).start()
    let answer = try await client.browse()
    #expect(answer["state"] == "xyz")
    let tokens = try await client.send(
      .post, "/oauth2/default/v1/token",
      .form([
        FormPair("grant_type", "interaction_code"), FormPair("client_id", "client"),
        FormPair("interaction_code", try #require(answer["interaction_code"])),
        FormPair("code_verifier", OrgClient.verifier),
      ]))
    #expect(tokens["access_token"]?.string?.isEmpty == false)
  }

  @Test("If a rule asks for more, the same transaction continues")
  func goesOn() async throws {
    let client = try await OrgClient(Self.settings + "\nsign-on { require password and email }")
      .start()
    let answer = try await client.browse()
    #expect(answer["error"] == "interaction_required")
    #expect(answer["interaction_code"] == nil)
    try await client.introspect()
    #expect(client.steps.first == "challenge-authenticator")
    try await client.passcode(client.code("email"))
    #expect(client.isSignedIn)
    let token = try await client.redeem()["id_token"]?.string
    let parts = try #require(token).split(separator: ".")
    let claims = try JSON(parsing: #require(Base64URL.decode(String(parts[1]))))
    #expect(claims["amr"] == ["otp", "mfa"], "an identity provider's sign-in isn't a password")
  }

  @Test(
    "A user who turns back, or isn't allowed in, brings an error, and can try again",
    arguments: [1, 2])
  func turnsBack(nth: Int) async throws {
    let client = try await OrgClient(Self.settings).start()
    #expect(try await client.browse(nth: nth)["error"] == "access_denied")
    try await client.introspect()
    #expect(client.steps.first == "identify")
  }

  @Test("A domain leads to its identity provider, and to nothing else")
  func routes() async throws {
    let client = try await OrgClient(Self.settings).start()
    try await client.submit("identify", ["identifier": "Anyone@Example.org"])
    #expect(client.steps == ["redirect-idp"])
    #expect(try await client.browse()["interaction_code"] != nil)
  }

  @Test("Users without a password here are sent back to it when their session is too old")
  func asksAgain() async throws {
    let client = try OrgClient(
      """
      authenticators password, email
      user "pam@example.com" { }
      idp "Work" { signs-in "pam@example.com" }
      sign-on { require password then email; reauthenticate every 1h }
      """)
    client.always = [
      "X-Flow-Session": "pam@example.com", "X-Flow-Session-State": "password, email 10m ago",
    ]
    #expect(try await client.start().isSignedIn)
    client.always["X-Flow-Session-State"] = "password, email 90m ago"
    #expect(try await client.start().steps == ["redirect-idp"])
    #expect(try await client.browse()["error"] == "interaction_required")
    try await client.introspect()
    try await client.passcode(client.code("email"))
    #expect(client.isSignedIn)
  }

  @Test("An address that no page shows is refused")
  func refuses() async throws {
    let client = try await OrgClient(Self.settings).start()
    let forms = client.page["remediation"]?["value"]?.array ?? []
    let address = try #require(forms.last?["href"]?.string)
    try await client.send(.get, String(address.dropLast()) + "3")
    #expect(client.status == 400, "the one of a domain is not on the first page")
    try await client.send(.get, address + "0")
    #expect(client.status == 400)
    try await client.send(.get, "/oauth2/default/v1/authorize?idp=0&request_uri=urn:okta:made-up")
    #expect(client.status == 400)
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.send(.get, address)
    #expect(client.status == 400, "the page has changed")
  }
}
