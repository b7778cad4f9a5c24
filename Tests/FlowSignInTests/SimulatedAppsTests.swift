import FlowEngine
import FlowSignIn
import FlowSignInTesting
import Testing

/// Scripts of two simulated apps in an app.
@Suite("Simulated apps in an app", .timeLimit(.minutes(5)))
struct SimulatedAppsTests {
  private static let script = """
    engine mobile-idp
    on choose-login choose identity-provider
    on select-account choose "ada@acme.test"
    on approve choose allow
    expect success and via is "idp"
    """

  @Test("A script runs against the built-in org, and each message is reported once, as it is sent")
  func builtIn() async throws {
    let signIn = try SignInScript(Self.script).start(.simulated())
    var lines: [String] = []
    for await event in signIn.events { lines.append("\(event)") }
    let result = try await signIn.result()
    #expect(result.outcome == .success)
    #expect(result.tokens?.refreshToken != nil)
    #expect(lines.count { $0.hasPrefix("Sample App -> Authenticator  authrequest") } == 1)
    #expect(lines.count { $0.hasPrefix("Authenticator -> Sample App  authresponse") } == 1)
    #expect(lines.count { $0 == "Sample App -> login.salesforce.com  token 200" } == 1)
  }

  @Test("Attempts of a hostile app are reported, too")
  func thief() async throws {
    let script = try SignInScript(
      """
      org suite for mobile-idp {
        app "Authenticator" { role provider; scheme "auth"; consumer-key "IDP"; scopes web }
        app "Sample App" { scheme "sample"; consumer-key "SP"; provider "Authenticator" }
        app "Thief" { role hostile; scheme "sample" }
        receiver "sample" "Thief"
        user "ada@acme.test" { logged-in "Authenticator" }
      }
      \(Self.script.replacing("expect success and via is \"idp\"", with: "expect failure"))
      """)
    let signIn = try script.start(.simulated())
    var lines: [String] = []
    for await event in signIn.events { lines.append("\(event)") }
    let result = try await signIn.result()
    #expect(result.outcome == .failure)
    #expect(
      lines.count { $0 == "Thief -> login.salesforce.com  token 400 invalid_grant" } == 3)
  }
}
