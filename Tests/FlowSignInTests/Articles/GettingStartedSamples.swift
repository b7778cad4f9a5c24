import FlowEngine
import FlowInterpreter

// Article: first
import FlowSignIn
import FlowSignInTesting

func signInJane() async throws -> Tokens {
  let script = try SignInScript(
    """
    on identify             answer identifier = "jane@example.com"
    on challenge password   answer passcode = secret JANE_PASSWORD
    on select-authenticator choose email
    on challenge email      answer code = inbox email
    """)
  let signIn = try script.start(.simulated())
  return try await signIn.tokens()
}
// Article: end

// Article: prompter
/// Asks for one text after the other.
struct TextPrompter: Prompter {
  /// Shows a prompt, and returns the typed text; `nil` if the user cancels.
  let ask: @Sendable (_ prompt: String) async -> String?

  func answer(_ question: Question) async -> Reply {
    let said = question.messages.map(\.text) + [question.complaint].compactMap(\.self)
    if !question.options.isEmpty {
      let list = question.options.enumerated().map { "\($0.offset + 1) \($0.element.title)" }
      guard let text = await ask((said + list).joined(separator: "\n")) else { return .cancelled }
      return .chose((Int(text) ?? 0) - 1, method: nil)
    }
    var texts: [String] = []
    for field in question.fields {
      guard let text = await ask((said + [field.label]).joined(separator: "\n")) else {
        return .cancelled
      }
      texts.append(text)
    }
    return .filled(texts)
  }
}
// Article: end
