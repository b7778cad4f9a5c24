import FlowEngine
import FlowSignIn
import FlowSignInTesting
import Testing

@Suite("Passkeys, phones and links in an app", .timeLimit(.minutes(5)))
struct PasskeyRunTests {
  private static let org = """
    org acme {
      authenticators password, phone via sms or voice, webauthn, email
      user "jane@example.com" {
        password "Correct-Horse-1"
        passkey jane
        phone "+15551234567"
        phone "+442071838750" via voice nickname "Home"
        email-link opens after 5s
      }
      sign-on { require password and (webauthn or phone or email) }
    }
    on identify           answer identifier = "jane@example.com"
    on challenge password answer passcode = secret PASSWORD

    """

  private static func signIn(_ rules: String) async throws -> SignInResult {
    var configuration = SignInConfiguration.simulated(org: "acme")
    configuration.clock = ManualClock(now: .seconds(1_700_000_000))
    let script = try SignInScript(org + rules)
    return try await script.start(
      configuration, secrets: ["PASSWORD": Secret("Correct-Horse-1")]
    ).result()
  }

  @Test("A user's passkey signs in without any setup")
  func passkey() async throws {
    let result = try await Self.signIn(
      """
      on select-authenticator choose webauthn
      on challenge webauthn   answer passkey = passkey jane
      expect token.amr contains "pop"
      """)
    #expect(result.outcome == .success)
  }

  @Test(
    "One of several phones is chosen by its last digits or its name",
    arguments: ["\"67\"", "\"50\"", "\"Home\"", "\"+44 XXX-XXX-8750\""])
  func phones(option: String) async throws {
    let result = try await Self.signIn(
      """
      on select-authenticator            choose \(option) via voice
      on authenticator-verification-data choose voice
      on challenge phone                 answer code = inbox voice
      expect token.amr contains "tel"
      """)
    #expect(result.outcome == .success)
  }

  @Test("An opened link lets a poll continue")
  func link() async throws {
    let result = try await Self.signIn(
      """
      on select-authenticator choose email
      on challenge email      poll for 1m
      """)
    #expect(result.outcome == .success)
  }
}
