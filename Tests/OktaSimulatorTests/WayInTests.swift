import FlowHTTP
import Testing

@Suite("Obstacles after a user's identity is proved")
struct WayInTests {
  private func signIn(_ settings: String, scope: String = "openid email") async throws -> OrgClient
  {
    let client = try await OrgClient(settings).start(scope: scope)
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    return client
  }

  @Test("A password that expires soon is reported with its days, and can be kept")
  func expiring() async throws {
    let settings = #"user "jane@example.com" { password "Correct-Horse-1" expires in 3 days }"#
    let client = try await signIn(settings)
    #expect(client.steps == ["reenroll-authenticator-warning", "skip"])
    #expect(client.messageKey == "idx.password.expiring.message")
    #expect(client.page["messages"]?["value"]?.array?.first?["class"] == "INFO")
    let rules = client.page["currentAuthenticator"]?["value"]?["settings"]
    #expect(rules?["daysToExpiry"] == 3)
    #expect(rules?["complexity"]?["minLength"] == 8)
    try await client.submit("skip")
    #expect(client.isSignedIn)
  }

  @Test("A new password ends the warning permanently")
  func replaced() async throws {
    let settings = #"user "jane@example.com" { password "Correct-Horse-1" expires in 1 day }"#
    let client = try await signIn(settings)
    try await client.passcode("Quite-New-4", to: "reenroll-authenticator-warning")
    #expect(client.isSignedIn)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Quite-New-4")
    #expect(client.isSignedIn)
  }

  @Test("An expired password can't be skipped, and the last ones are refused")
  func expired() async throws {
    let settings = """
      user "jane@example.com" { password "Correct-Horse-1" expired }
      passwords { history 2 }
      """
    let client = try await signIn(settings)
    #expect(client.steps == ["reenroll-authenticator"])
    try await client.passcode("Correct-Horse-1", to: "reenroll-authenticator")
    #expect(client.status == 400)
    #expect(client.fieldKeys("passcode") == ["password.passwordRequirementsNotMet"])
    try await client.passcode("Quite-New-4", to: "reenroll-authenticator")
    #expect(client.isSignedIn)
  }

  @Test("A user who isn't assigned to the app learns it only after the right password")
  func unassigned() async throws {
    let settings = #"user "jane@example.com" { password "Correct-Horse-1"; status unassigned }"#
    let client = try await signIn(settings)
    #expect(client.status == 400)
    #expect(client.messageText == "User is not assigned to this application")
    #expect(client.steps == ["identify"])
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Wrong-Horse-1")
    #expect(client.messageKey == "incorrectPassword")
  }

  @Test("Staying signed in is asked once, and either answer continues", arguments: [true, false])
  func stays(answer: Bool) async throws {
    let settings = """
      user "jane@example.com" { password "Correct-Horse-1" }
      keep-me-signed-in asked
      """
    let client = try await signIn(settings)
    #expect(client.steps == ["keep-me-signed-in"])
    try await client.submit("keep-me-signed-in")
    #expect(client.status == 400, "an answer is required")
    try await client.introspect()
    try await client.submit("keep-me-signed-in", ["keepMeSignedIn": .bool(answer)])
    #expect(client.isSignedIn)
  }

  static let consent = """
    user "jane@example.com" { password "Correct-Horse-1" }
    app { consent email, phone }
    """

  @Test("Consent is requested for the client's scopes")
  func consents() async throws {
    let client = try await signIn(Self.consent)
    #expect(client.steps == ["consent"])
    let scopes = client.remediation("consent")?["scopes"]?.array ?? []
    #expect(scopes.map { $0["name"]?.string } == ["email"])
    try await client.submit("consent", ["consent": true])
    #expect(client.isSignedIn)
  }

  @Test("Without consent there are no tokens, and if no scope needs it, it isn't requested")
  func refusesConsent() async throws {
    let client = try await signIn(Self.consent)
    try await client.submit("consent", ["consent": false])
    #expect(client.steps == [])
    #expect(!client.isSignedIn)
    #expect(client.messageKey == "access_denied")
    #expect(try await signIn(Self.consent, scope: "openid").isSignedIn)
  }

  static let unlock = """
    authenticators password, email, phone via sms
    user "jane@example.com" { password "Correct-Horse-1"; phone "+15551234567"; status locked }
    user "sam@example.com" { password "Correct-Horse-1"; status locked }
    """

  private func unlock(_ recovery: String, _ login: String) async throws -> OrgClient {
    let client = try await OrgClient(Self.unlock + "\nrecovery { \(recovery) }").start()
    try await client.submit("unlock-account")
    try await client.choose("select-authenticator-unlock-account", "Email", identifier: login)
    try await client.passcode(client.code("email"))
    return client
  }

  @Test("An unlock that needs a second proof is done after both, and never without one")
  func unlocksByTwo() async throws {
    let client = try await unlock("unlock by email; unlock-second by phone", "jane@example.com")
    #expect(client.steps.first == "authenticator-verification-data")
    let form = try #require(client.remediation("authenticator-verification-data"))
    let fields = form["value"]?.array?.first?["form"]?["value"]?.array ?? []
    let id = try #require(fields.first?["value"])
    try await client.submit(
      "authenticator-verification-data", ["authenticator": ["id": id, "methodType": "sms"]])
    try await client.passcode(client.code("sms"))
    #expect(client.messageKey == "oie.selfservice.unlock_user.success.message")
    let sam = try await unlock("unlock by email; unlock-second by phone", "sam@example.com")
    #expect(sam.status == 403)
    #expect(sam.messageKey == "oie.selfservice.unlock_user.failed.message")
  }

  @Test("An unlock can continue into the app")
  func unlocksAndGoesOn() async throws {
    let settings = "unlock by email; after-unlock sign-in"
    let client = try await unlock(settings, "jane@example.com")
    #expect(client.isSignedIn, "the code by email is enough")
    #expect(client.messageKey == "oie.selfservice.unlock_user.landing.to.app.success.message")
  }
}
