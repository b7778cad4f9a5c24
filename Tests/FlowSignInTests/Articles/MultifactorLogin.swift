import FlowEngine
import FlowInterpreter

// Article: multifactor
import FlowSignIn

@MainActor
final class MultifactorLogin: Prompter {
  enum Step { case chooseFactor(Question), chooseMethod(Question), verifyCode(Question) }

  var show: (Step) -> Void = { _ in }
  private var question = Question(), phoneNumber = "", waiting: CheckedContinuation<Reply, Never>?

  func start(
    _ flow: String, of script: SignInScript, at configuration: SignInConfiguration,
    values: [String: String], secrets: [String: Secret] = [:]
  ) throws(SignInFailure) -> SignIn {
    try script.start(
      configuration, flow: flow, values: values, secrets: secrets, prompter: self)
  }

  @MainActor func answer(_ question: Question) async -> Reply {
    if question.fields.map(\.purpose) == [.phoneNumber] { return .filled([phoneNumber]) }
    self.question = question
    return await withCheckedContinuation {
      waiting = $0
      switch question.step {
      case _ where question.options.isEmpty: show(.verifyCode(question))
      case "authenticator-verification-data", "authenticator-enrollment-data":
        show(.chooseMethod(question))
      default: show(.chooseFactor(question))
      }
    }
  }

  func choose(_ name: Question.Name, method: Question.Name? = nil, phoneNumber: String = "") {
    self.phoneNumber = phoneNumber
    reply(question.choosing(name, via: method))
  }
  func verify(code: String) { reply(.filled([code])) }
  func skip() { reply(question.taking(.skip)) }
  func cancel() { reply(.cancelled) }
  private func reply(_ reply: Reply?) {
    waiting?.resume(returning: reply ?? .cancelled)
    waiting = nil
  }
}
// Article: end
