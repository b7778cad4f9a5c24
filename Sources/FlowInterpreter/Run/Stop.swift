import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// The reason why a run ends.
enum Stop: Error {
  /// The transaction has ended, or the script or the user ended it.
  case ended(Outcome)
  /// The server refused, which the flow may expect.
  case refused(Diagnostic)
  /// The server refused without a page, which the flow may expect with `refused`.
  case turnedAway(Message, Diagnostic)
  /// A fault of the script, the network or the machine.
  case fault([Diagnostic])
  /// The task was canceled.
  case interrupted
  /// An `expect` among the actions doesn't hold.
  ///
  /// It is in the run's expectations.
  case unexpected

  /// Whether the request wasn't sent: it was invalid, or only a simulated org accepts it.
  var isUnsent: Bool {
    guard case .fault(let diagnostics) = self, let first = diagnostics.first else { return false }
    return first.kind == .requestFailed || first.kind == .simulatedOnly
  }

  static func fault(_ problem: Problem, at place: Place?, help: String? = nil) -> Stop {
    .fault([Diagnostic(problem, at: place, help: help)])
  }
}
