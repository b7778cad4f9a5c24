import FlowHTTP
import Testing

@Suite("A client's additional parameters of interact")
struct InteractTests {
  static let settings = """
    authenticators password, email, phone
    user "jane@example.com" { password "Correct-Horse-1"; recovery-token "recover-jane" }
    user "mary@example.com" { status staged; activation-token "welcome-mary" }
    user "new@example.com"
    sign-on { require any 1 }
    enrollment { required password }
    recovery { password by email }
    """

  private func start(_ name: String, _ value: String) async throws -> OrgClient {
    try await OrgClient(Self.settings).start(with: [FormPair(name, value)])
  }

  @Test("An activation token leads to the first enrollment, and is consumed by it")
  func activates() async throws {
    let client = try await start("activation_token", "welcome-mary")
    #expect(client.steps == ["select-authenticator-enroll"])
    #expect(client.page["user"]?["value"]?["identifier"] == "mary@example.com")
    try await client.choose("select-authenticator-enroll", "Password")
    try await client.passcode("Quite-New-4", to: "enroll-authenticator")
    #expect(client.isSignedIn)
    let again = try await client.send(
      .post, "/oauth2/default/v1/interact", .form(form("activation_token", "welcome-mary")))
    #expect(client.status == 400)
    #expect(again["error_description"] == "The activation token is invalid")
  }

  @Test("A recovery token leads to the new password, and is consumed by it")
  func recovers() async throws {
    let client = try await start("recovery_token", "recover-jane")
    #expect(client.steps == ["reset-authenticator"])
    try await client.passcode("Quite-New-4", to: "reset-authenticator")
    #expect(client.isSignedIn)
    try await client.send(
      .post, "/oauth2/default/v1/interact", .form(form("recovery_token", "recover-jane")))
    #expect(client.status == 400)
  }

  @Test(
    "An invalid parameter is refused in the words of OAuth",
    arguments: [
      ("activation_token", "recover-jane"), ("recovery_token", "welcome-mary"),
      ("max_age", "soon"), ("max_age", "-1"),
    ])
  func refuses(name: String, value: String) async throws {
    let client = try OrgClient(Self.settings)
    let answer = try await client.send(
      .post, "/oauth2/default/v1/interact", .form(form(name, value)))
    #expect(client.status == 400)
    #expect(answer["error"] == "invalid_request")
  }

  @Test("A login hint is the field's value on the first page")
  func hints() async throws {
    let client = try await start("login_hint", "jane@example.com")
    let field = client.remediation("identify")?["value"]?.array?.first
    #expect(field?["name"] == "identifier")
    #expect(field?["value"] == "jane@example.com")
  }

  @Test(
    "A class of assurance adds to the sign-on rule, and an unknown one is refused",
    arguments: [
      ("urn:okta:loa:1fa:any", "jane@example.com", 1),
      ("urn:okta:loa:1fa:pwd", "jane@example.com", 1),
      ("urn:okta:loa:2fa:any", "jane@example.com", 2),
      ("urn:okta:loa:2fa:any:ifpossible", "jane@example.com", 2),
      ("urn:made:up urn:okta:loa:2fa:any", "jane@example.com", 2),
      ("urn:made:up", "jane@example.com", 1),
    ])
  func assures(values: String, login: String, factors: Int) async throws {
    let client = try await start("acr_values", values)
    try await client.submit("identify", ["identifier": .string(login)])
    if client.steps == ["select-authenticator-authenticate"] {
      try await client.choose("select-authenticator-authenticate", "Password")
    }
    try await client.passcode("Correct-Horse-1")
    #expect(client.isSignedIn == (factors == 1))
    guard factors == 2 else { return }
    try await client.passcode(client.code("email"))
    #expect(client.isSignedIn)
  }

  @Test(
    "A class of assurance never asks for less than the sign-on rule",
    arguments: ["urn:okta:loa:1fa:any", "urn:okta:loa:1fa:pwd", "urn:okta:loa:2fa:any:ifpossible"])
  func neverLess(values: String) async throws {
    let client = try await OrgClient(
      """
      authenticators password, email
      user "jane@example.com" { password "Correct-Horse-1" }
      sign-on { require password and email }
      """
    ).start(with: [FormPair("acr_values", values)])
    try await client.submit("identify", ["identifier": "jane@example.com"])
    if client.steps == ["select-authenticator-authenticate"] {
      try await client.choose("select-authenticator-authenticate", "Password")
    }
    try await client.passcode("Correct-Horse-1")
    #expect(!client.isSignedIn)
    try await client.passcode(client.code("email"))
    #expect(client.isSignedIn)
  }

  @Test(
    "A welcome mail's link activates no one before its sign-in ends, and lifts no lockout",
    arguments: ["staged", "suspended", "locked", "deactivated"])
  func activatesLate(status: String) async throws {
    let client = try OrgClient(
      """
      authenticators password
      user "mary@example.com" {
        password "Correct-Horse-1"; status \(status); activation-token "welcome-mary"
      }
      sign-on { require password }
      """)
    try await client.send(
      .post, "/oauth2/default/v1/interact", .form(form("activation_token", "welcome-mary")))
    #expect(client.status == (status == "staged" ? 200 : 400))
    try await client.start()
    try await client.submit("identify", ["identifier": "mary@example.com"])
    try await client.passcode("Correct-Horse-1")
    #expect(!client.isSignedIn)
  }

  @Test("Two factors if possible are one if there is only one")
  func isPossible() async throws {
    let client = try await OrgClient(
      """
      user "jane@example.com" { password "Correct-Horse-1" }
      sign-on { require password }
      """
    ).start(with: [FormPair("acr_values", "urn:okta:loa:2fa:any:ifpossible")])
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    #expect(client.isSignedIn)
  }

  private func form(_ name: String, _ value: String) -> [FormPair] {
    [
      FormPair("client_id", "client"), FormPair("scope", "openid"),
      FormPair("redirect_uri", "com.example:/callback"), FormPair(name, value),
    ] + OrgClient.proof
  }
}
