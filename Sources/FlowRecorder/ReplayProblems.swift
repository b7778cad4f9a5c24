package import FlowDiagnostics

/// The problems that a replay can find.
extension ProblemKind {
  package static let replayDiffers = ProblemKind("replay-differs")
}

extension Problem {
  package static func replayDiffers(message: String) -> Problem {
    Problem(
      .replayDiffers, message,
      help: "if the flow is right, record it again")
  }
}
