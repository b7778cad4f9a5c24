public import FlowDiagnostics
public import FlowEngine
import FlowSyntax

extension Problem {
  /// What a failure is that a response tells of.
  ///
  /// - Parameters:
  ///   - cause: what has caused it; `nil` where a server has said no.
  ///   - message: what a person is told.
  init(of cause: FailureCause?, _ message: String) {
    self =
      switch cause {
      case nil, .givenUp: .serverMessage(message: message)
      case .unreachable: .serverUnreachable(message: message)
      case .insecure: .certificateRefused(message: message)
      case .unanswered, .elsewhere: .valueFailed(message: message)
      }
  }
}

extension Diagnostic {
  /// What an engine says of why it has no answer, as a problem.
  ///
  /// - Parameters:
  ///   - failure: What it says.
  ///   - place: The line that asked for the answer; `nil` where no script did.
  public init(_ failure: EngineFailure, at place: Place?) {
    // Nobody can expect a refusal that says nothing: it may be a proxy's.
    let isSilent = failure.kind == .refused && failure.refusal == nil
    self.init(
      failure.problem, at: place, help: failure.help ?? (isSilent ? Problem.settingsHelp : nil))
    if let status = failure.status { notes.append("the HTTP status was \(status)") }
    if let wait = failure.retryAfter { notes.append("the server asks to wait \(text(of: wait))") }
  }
}
