import FlowEngine
import FlowInterpreter
import FlowSignIn
import FlowSignInTesting

/// The samples of the article about scripts.
enum ScriptSamples {
  static func load(path: String, log: (String) -> Void) throws -> SignInScript {
    // Article: load
    let script = try SignInScript(contentsOf: path, values: ["email"])
    for warning in script.warnings { log(warning.drawing) }
    // Article: end
    return script
  }

  static func unlock(
    _ configuration: SignInConfiguration, email: String, prompter: any Prompter
  ) async throws -> SignInResult {
    // Article: flows
    let script = try SignInScript(
      """
      flow "sign in" {
        on identify answer identifier = email
        otherwise prompt
      }

      flow "unlock" {
        start unlock-account
        on select-authenticator-unlock-account choose email with identifier = email
        otherwise prompt
        expect finished
      }
      """, values: ["email"])
    let unlock = try script.start(
      configuration, flow: "unlock", values: ["email": email], prompter: prompter)
    let result = try await unlock.result()
    // Article: end
    return result
  }
}
