import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// The reason why a run ends.
enum Stop: Error {
  /// The transaction has ended, or the script or the user has ended it.
  case ended(Outcome)
  /// The server refused on a page.
  ///
  /// A flow may expect this.
  case refused(Diagnostic)
  /// The server refused without a page to answer.
  ///
  /// A flow may expect this with `expect refused`.
  case turnedAway(Message, Diagnostic)
  /// A fault of the script, the network or the machine.
  case fault([Diagnostic])
  /// The task was canceled.
  case interrupted
  /// An `expect` action failed.
  ///
  /// The failure is listed in the run's expectations.
  case unexpected

  /// Whether the request wasn't sent, because it was invalid or only a simulated org accepts it.
  var isUnsent: Bool {
    guard case .fault(let diagnostics) = self, let first = diagnostics.first else { return false }
    return first.kind == .requestFailed || first.kind == .simulatedOnly
  }

  static func fault(_ problem: Problem, at place: Place?, help: String? = nil) -> Stop {
    .fault([Diagnostic(problem, at: place, help: help)])
  }
}
