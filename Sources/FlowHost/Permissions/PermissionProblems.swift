package import FlowDiagnostics
import FlowText

/// What a run may not do without the user's permission.
extension ProblemKind {
  package static let issuerNotAllowed = ProblemKind("issuer-not-allowed", exit: .invalid)
}

extension Problem {
  package static func issuerNotAllowed(host: String) -> Problem {
    Problem(
      .issuerNotAllowed,
      "only the script names the issuer at \(Prose.ticked(host)), and nothing was sent there",
      help: "`--live \(host)` allows it")
  }
}
