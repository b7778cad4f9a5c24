import FlowHTTP
import Testing

@testable import OktaSimulator

@Suite("The selection is beside a single factor, as in recorded responses")
struct SelectionTests {
  static let select = "select-authenticator-authenticate"

  /// Authenticators, the user's settings for the factor, the steps after the password, and the
  /// option.
  static let factors: [(String, String, [String], String)] = [
    ("email", "", ["challenge-authenticator", select], "Email"),
    (
      "phone via sms or voice", "phone \"+15551234567\"",
      ["authenticator-verification-data", select], "Phone"
    ),
    (
      "google-otp", "google-otp \"JBSWY3DPEHPK3PXP\"", ["challenge-authenticator", select],
      "Google Authenticator"
    ),
    (
      "security-question", "security-question \"disliked_food\" answer \"Carrots\"",
      ["challenge-authenticator", select], "Security Question"
    ),
    (
      "okta-verify via push", "okta-verify \"JBSWY3DPEHPK3PXP\"", ["challenge-poll", select],
      "Okta Verify"
    ),
    (
      "okta-verify via totp", "okta-verify \"JBSWY3DPEHPK3PXP\"",
      ["challenge-authenticator", select], "Okta Verify"
    ),
    (
      "okta-verify via push or totp", "okta-verify \"JBSWY3DPEHPK3PXP\"",
      ["authenticator-verification-data", select], "Okta Verify"
    ),
  ]

  private func afterPassword(_ factor: String, _ user: String) async throws -> OrgClient {
    let client = try OrgClient(
      """
      authenticators password, \(factor)
      user "jane@example.com" { password "Correct-Horse-1"; \(user) }
      sign-on { require any 2 }
      """)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    if client.steps == [Self.select] { try await client.choose(Self.select, "Password") }
    try await client.passcode("Correct-Horse-1")
    return client
  }

  @Test("It offers just that factor, and choosing it leads to its challenge", arguments: factors)
  func single(factor: String, user: String, steps: [String], label: String) async throws {
    let client = try await afterPassword(factor, user)
    #expect(client.steps == steps)
    #expect(client.labels(Self.select) == [label])
    try await client.introspect()
    #expect(client.steps == steps)
    let option = client.remediation(Self.select)?["value"]?.array?.first?["options"]?.array?.first
    let form = option?["value"]?["form"]?["value"]?.array ?? []
    let id = form.first { $0["name"] == "id" }?["value"] ?? .null
    // Its method is optional there, whatever form it is beside.
    #expect(form.first { $0["name"] == "methodType" }?["required"] == false)
    try await client.submit(Self.select, ["authenticator": ["id": id]])
    #expect(client.status == 200)
    #expect(!client.steps.isEmpty && client.steps != ["identify"])
  }

  @Test("A code that was sent before the choice isn't valid after it")
  func again() async throws {
    let client = try await afterPassword("email", "")
    let first = try client.code("email")
    try await client.choose(Self.select, "Email")
    let second = try client.code("email")
    if first != second {
      try await client.passcode(first)
      #expect(client.status == 401)
    }
    try await client.passcode(second)
    #expect(client.isSignedIn)
  }

  @Test("A phone's omitted method is the first one")
  func phone() async throws {
    let client = try await afterPassword("phone via sms or voice", "phone \"+15551234567\"")
    let group = client.remediation("authenticator-verification-data")?["value"]?.array?.first
    let id = group?["form"]?["value"]?.array?.first { $0["name"] == "id" }?["value"] ?? .null
    try await client.submit(Self.select, ["authenticator": ["id": id]])
    #expect(client.status == 200)
    try await client.passcode(try client.code("sms"))
    #expect(client.isSignedIn)
  }

  @Test("A password that is asked for by itself has no selection beside it")
  func password() async throws {
    let client = try OrgClient("user \"jane@example.com\" { password \"Correct-Horse-1\" }")
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    #expect(client.steps == ["challenge-authenticator"])
  }

  @Test(
    "A recovery after the identifier selects among one email, and its challenge has no selection")
  func recovery() async throws {
    let client = try OrgClient(
      """
      authenticators password, email
      user "jane@example.com" { password "Correct-Horse-1" }
      sign-on { require password }
      recovery { password by email }
      """)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.use("recover")
    #expect(client.steps == [Self.select])
    #expect(client.labels(Self.select) == ["Email"])
    #expect(client.page["recoveryAuthenticator"] != nil)
    #expect(client.server.state.mark == 0)
    try await client.choose(Self.select, "Email")
    #expect(client.steps == ["challenge-authenticator"])
    try await client.passcode(try client.code("email"))
    #expect(client.steps == ["reset-authenticator"])
  }
}
