import FlowCrypto
import FlowEngine
import FlowSignIn
import FlowSignInTesting
import FlowText
import Testing

/// Software passkeys of a test.
@Suite("Software passkeys", .enabled(if: RSA.isAvailable, "no libcrypto here"))
struct SoftwarePasskeyTests {
  private static let source = """
    org acme {
      authenticators password, webauthn
      user "jane@example.com" { password "Correct-Horse-1" }
      sign-on { require password and webauthn }
    }
    on identify             answer identifier = "jane@example.com"
    on challenge password   answer passcode = "Correct-Horse-1"
    on select-authenticator choose webauthn
    on enroll-authenticator webauthn answer passkey = passkey laptop
    on challenge webauthn   answer passkey = passkey laptop
    """

  @Test("A passkey made in one sign-in signs in the next one, also after it was kept")
  func signsIn() async throws {
    let script = try SignInScript(Self.source)
    let org = try SimulatedOrg(script)
    let service = try org.serve()
    let configuration = try service.configuration(timeout: .seconds(600))
    let passkeys = SoftwarePasskeys()
    let first = try await script.start(configuration, passkeys: passkeys).tokens()
    #expect(first.claims?.methods.isEmpty == false)
    let later = try SoftwarePasskeys(contents: passkeys.contents)
    #expect(try await script.start(configuration, passkeys: later).tokens().idToken != nil)
    // Another holder has no passkey of the user.
    let failure = try await #require(throws: SignInFailure.self) {
      try await script.start(configuration, passkeys: SoftwarePasskeys()).tokens()
    }
    #expect(failure.description.contains("`laptop`"))
    service.stop()
  }

  @Test("The keys are secret")
  func isSecret() async throws {
    let passkeys = SoftwarePasskeys()
    #expect("\(passkeys.contents)" == Secret.mask)
  }

  @Test("Other contents are refused", arguments: ["", "{}", "[]", "{\"version\": 2}"])
  func refuses(_ text: String) {
    #expect(throws: PlainFailure.self) { try SoftwarePasskeys(contents: Secret(text)) }
  }
}
