package import FlowDiagnostics

/// What a comparison of a real org with its simulated one can find.
extension ProblemKind {
  package static let compareDiffers = ProblemKind("compare-differs")
  package static let policySimulationFailed = ProblemKind("policy-simulation-failed", exit: .server)
  package static let ruleDiffers = ProblemKind("rule-differs")
}

extension Problem {
  package static func compareDiffers(message: String) -> Problem {
    Problem(
      .compareDiffers, message,
      help: "mend the simulated org where the real one is right; import it anew")
  }

  package static func policySimulationFailed(message: String) -> Problem {
    Problem(.policySimulationFailed, message)
  }

  package static func ruleDiffers(message: String) -> Problem {
    Problem(
      .ruleDiffers, message,
      help: "the simulated org's rules are to be called and ordered as the real one's")
  }
}
