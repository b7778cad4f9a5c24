// README: begin
import FlowScript

@MainActor
final class SignInModel: Prompter {
  let configuration: SignInConfiguration
  private(set) var progress: [String] = []
  /// What the view asks the person, until it calls `reply`.
  private(set) var question: Question?
  private var waiting: CheckedContinuation<Reply, Never>?
  private var signIn: SignIn?

  init(_ configuration: SignInConfiguration) {
    self.configuration = configuration
  }

  func signIn(email: String, password: String) async -> Tokens? {
    do {
      let script = try SignInScript(
        """
        on identify           answer identifier = email
        on challenge password answer passcode = secret PASSWORD
        otherwise prompt
        """, values: ["email"])
      let signIn = try script.start(
        configuration, values: ["email": email], secrets: ["PASSWORD": Secret(password)],
        prompter: self)
      self.signIn = signIn
      for await event in signIn.events { progress.append("\(event)") }
      return try await signIn.tokens()
    } catch {
      progress.append("\(error)")
      return nil
    }
  }

  @MainActor func answer(_ question: Question) async -> Reply {
    self.question = question
    return await withCheckedContinuation { waiting = $0 }
  }

  func reply(_ reply: Reply) {
    question = nil
    waiting?.resume(returning: reply)
    waiting = nil
  }

  func cancel() {
    signIn?.cancel()
    reply(.cancelled)
  }
}
// README: end
