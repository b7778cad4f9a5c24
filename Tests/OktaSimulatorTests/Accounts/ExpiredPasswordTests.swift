import FlowEngine
import OktaSimulator
import TestSupport
import Testing

/// What users verify to replace a password that has expired.
@Suite("Expired passwords")
struct ExpiredPasswordTests {
  @Test(
    "A rule decides what an expired password needs",
    arguments: [
      ("deny password", "reenroll"), ("expired-password require password", "reenroll"),
      ("expired-password require password and email", "email"),
      ("expired-password require phishing-resistant possession", "refused"),
      ("deny expired-password", "refused"),
    ])
  func expired(rule: String, end: String) async throws {
    let client = try OrgClient(
      """
      authenticators password, email, webauthn
      user "jane@example.com" { password "Correct-Horse-1" expired }
      sign-on { require password }
      recovery { \(rule) }
      """)
    try await client.enter("jane")
    if end == "email" {
      #expect(!client.steps.contains("reenroll-authenticator"))
      try await client.passcode(try client.code("email"))
    }
    #expect(client.steps.contains("reenroll-authenticator") == (end != "refused"))
    #expect((client.status == 403) == (end == "refused"))
    guard end != "refused" else { return }
    try await client.passcode("Better-Horse-22", to: "reenroll-authenticator")
    #expect(client.isSignedIn)
  }

  @Test("A password that hasn't expired yet is kept if the user can't replace it")
  func warning() async throws {
    for (rule, isAsked) in [("deny password", true), ("deny expired-password", false)] {
      let client = try OrgClient(
        """
        authenticators password
        user "jane@example.com" { password "Correct-Horse-1" set 85 days ago }
        sign-on { require password }
        passwords { expire after 90 days; warn 14 days }
        recovery { \(rule) }
        """)
      try await client.enter("jane")
      #expect(client.steps.contains("reenroll-authenticator-warning") == isAsked)
      #expect(client.isSignedIn != isAsked)
    }
  }

  @Test("A requirement needs its word")
  func invalid() {
    let text = "authenticators password, phone\nrecovery { expired-password phone }"
    let (_, problems) = Org.build(name: "acme", settings: SettingText.parse(text))
    #expect(problems.contains { $0.message.contains("expired-password") }, "\(problems)")
  }
}
