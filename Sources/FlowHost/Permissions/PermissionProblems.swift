package import FlowDiagnostics
import FlowText

/// The problems of a run that needs the user's permission.
extension ProblemKind {
  package static let issuerNotAllowed = ProblemKind("issuer-not-allowed", exit: .invalid)
}

extension Problem {
  package static func issuerNotAllowed(host: String) -> Problem {
    Problem(
      .issuerNotAllowed,
      "only the script names the issuer at \(Prose.ticked(host)), so nothing was sent there",
      help: "`--live \(host)` allows it")
  }
}
