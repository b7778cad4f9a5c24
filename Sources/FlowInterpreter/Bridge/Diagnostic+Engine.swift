public import FlowDiagnostics
public import FlowEngine
import FlowSyntax

extension Problem {
  /// Creates the problem of a failed transaction.
  ///
  /// - Parameters:
  ///   - cause: The cause of the failure; `nil` if a server refused.
  ///   - message: The response's message.
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
  /// Creates the diagnostic of an engine's failure.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - place: The line that made the request; `nil` if no line of a script made it.
  public init(_ failure: EngineFailure, at place: Place?) {
    // A refusal without a message may come from a proxy, so no script can expect it.
    let isSilent = failure.kind == .refused && failure.refusal == nil
    self.init(
      failure.problem, at: place, help: failure.help ?? (isSilent ? Problem.settingsHelp : nil))
    if let status = failure.status { notes.append("the HTTP status was \(status)") }
    if let wait = failure.retryAfter { notes.append("the server asks to wait \(text(of: wait))") }
  }
}
