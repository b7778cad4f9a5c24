import FlowText
import FlowDiagnostics
import FlowInterpreter
import FlowSyntax

/// Determines the result of a flow from its last attempt and from its known failure.
enum FlowVerdict {
  /// The ending of an attempt.
  enum Ending: Sendable, Hashable {
    /// Everything was as expected.
    case passed
    /// Something wasn't as expected.
    case failed
    /// The script, the network or the machine failed, so the run says nothing about the policy.
    case fault
    /// It was interrupted.
    case interrupted
  }

  /// Returns the result of a flow.
  ///
  /// - Parameters:
  ///   - ending: The ending of the last attempt.
  ///   - attempts: The number of attempts.
  ///   - until: The last day on which it may fail; `nil` if it must pass.
  ///   - today: The day of the run, in UTC.
  /// - Returns: The status. A fault is never excused.
  static func status(
    _ ending: Ending, attempts: Int = 1, until: CalendarDay? = nil, today: CalendarDay
  ) -> FlowReport.Status {
    switch ending {
    case .fault: return .broken
    case .interrupted: return .missed
    case .passed: return until != nil ? .unexpected : attempts > 1 ? .flaky : .passed
    case .failed:
      guard let until else { return .failed }
      return today > until ? .unexpected : .known
    }
  }

  /// Returns the problem with a flow's known failure; `nil` if there is none.
  static func complaint(
    _ ending: Ending, _ known: KnownFailure, today: CalendarDay
  ) -> Diagnostic? {
    switch ending {
    case .passed: Diagnostic(.unexpectedPass(reason: known.reason), at: known.place)
    case .failed where today > known.until:
      Diagnostic(
        .knownFailureOver(until: known.until), at: known.place)
    case .failed, .fault, .interrupted: nil
    }
  }
}
