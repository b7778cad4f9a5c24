package import FlowDiagnostics
import FlowSyntax
package import FlowText

/// What can be wrong with a failure that a flow declares as known.
extension ProblemKind {
  package static let knownFailureOver = ProblemKind("known-failure-over")
  package static let unexpectedPass = ProblemKind("unexpected-pass")
}

extension Problem {
  package static func knownFailureOver(until: CalendarDay) -> Problem {
    Problem(
      .knownFailureOver, "this was to be mended by the end of \(until)",
      help: "mend what fails, or write a later day where it has to wait")
  }

  package static func unexpectedPass(reason: String) -> Problem {
    Problem(
      .unexpectedPass, "this passes, though it is known to fail: \(reason)",
      help: "take the line away: from now on the flow has to pass")
  }
}
