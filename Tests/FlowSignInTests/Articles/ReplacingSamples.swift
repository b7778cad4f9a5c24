import FlowEngine
import FlowInterpreter
import FlowSignIn

/// The code of the article "Replacing a state machine", in addition to the class.
@MainActor
enum ReplacingSamples {
  static func signIn(
    _ login: MultifactorLogin, at configuration: SignInConfiguration, path: String,
    username: String, password: String
  ) async throws -> Tokens {
    // Article: start a login class
    let script = try SignInScript(contentsOf: path, values: ["username", "firstName", "lastName"])
    let run = try login.start(
      "multifactor login", of: script, at: configuration, values: ["username": username],
      secrets: ["JANE_PASSWORD": Secret(password)])
    let tokens = try await run.tokens()
    // Article: end
    return tokens
  }

  nonisolated static func reply(to question: Question) -> Reply? {
    // Article: names
    if question.options.contains(.email) { return question.choosing(.email) }
    if question.alternatives.contains(.skip) { return question.taking(.skip) }
    // Article: end
    return nil
  }
}
