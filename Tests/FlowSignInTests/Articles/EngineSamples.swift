import FlowEngine
import FlowSignIn
import FlowSignInTesting

/// The samples of the article about other engines.
enum EngineSamples {
  static func nextAuth() async throws -> SignInResult {
    // Article: nextauth
    let script = try SignInScript(
      """
      engine nextauth
      on ready         submit
      on confirm-login choose jane
      on second-factor answer pin = secret PIN
      expect history is "LOGGED_IN"
      """)
    let result = try await script.start(.simulated()).result()
    // Article: end
    return result
  }

  static func mobileIdP() async throws -> Tokens {
    // Article: mobile-idp
    let script = try SignInScript(
      """
      engine mobile-idp
      on choose-login   choose identity-provider
      on select-account choose "ada@acme.test"
      on approve        choose allow
      expect success and via is "idp"
      """)
    let tokens = try await script.start(.simulated()).tokens()
    // Article: end
    return tokens
  }
}
