package import FlowDiagnostics

/// The problems that a comparison of a simulated org with a real org can find.
extension ProblemKind {
  package static let compareDiffers = ProblemKind("compare-differs")
  package static let policySimulationFailed = ProblemKind("policy-simulation-failed", exit: .server)
  package static let ruleDiffers = ProblemKind("rule-differs")
}

extension Problem {
  package static func compareDiffers(message: String) -> Problem {
    Problem(
      .compareDiffers, message,
      help: "fix the simulated org if the real one is right, or import it again")
  }

  package static func policySimulationFailed(message: String) -> Problem {
    Problem(.policySimulationFailed, message)
  }

  package static func ruleDiffers(message: String) -> Problem {
    Problem(
      .ruleDiffers, message,
      help: "give the simulated org's rules the names and the order of the real one's")
  }
}
