package import FlowDiagnostics
import FlowSyntax
package import FlowText

/// The problems with failures that flows declare as known.
extension ProblemKind {
  package static let knownFailureOver = ProblemKind("known-failure-over")
  package static let unexpectedPass = ProblemKind("unexpected-pass")
}

extension Problem {
  package static func knownFailureOver(until: CalendarDay) -> Problem {
    Problem(
      .knownFailureOver, "this failure was accepted until the end of \(until)",
      help: "fix the failure, or write a later date")
  }

  package static func unexpectedPass(reason: String) -> Problem {
    Problem(
      .unexpectedPass, "this passes, but is known to fail: \(reason)",
      help: "remove the line: the flow must pass from now on")
  }
}
