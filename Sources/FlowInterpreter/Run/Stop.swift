import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Why a run goes no further.
enum Stop: Error {
  /// The transaction has ended, or the script or a person ended it.
  case ended(Outcome)
  /// The server refused: the flow may expect it.
  case refused(Diagnostic)
  /// The server refused without a page: the flow may expect that too, by its own word.
  case turnedAway(Message, Diagnostic)
  /// The script, the network or the machine is at fault.
  case fault([Diagnostic])
  /// The task was cancelled.
  case interrupted
  /// An `expect` among the actions does not hold; it stands in the run's expectations.
  case unexpected

  /// Whether what was to be sent was not: it didn't fit, or only a simulated org takes it.
  var isUnsent: Bool {
    guard case .fault(let diagnostics) = self, let first = diagnostics.first else { return false }
    return first.kind == .requestFailed || first.kind == .simulatedOnly
  }

  static func fault(_ problem: Problem, at place: Place?, help: String? = nil) -> Stop {
    .fault([Diagnostic(problem, at: place, help: help)])
  }
}
