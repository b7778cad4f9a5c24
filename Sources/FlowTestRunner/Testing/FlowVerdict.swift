import FlowText
import FlowDiagnostics
import FlowInterpreter
import FlowSyntax

/// Determines the status of a flow from its last attempt and its known failure.
enum FlowVerdict {
  /// How an attempt ended.
  enum Ending: Sendable, Hashable {
    /// The attempt passed.
    case passed
    /// An expectation failed, or the server refused unexpectedly.
    case failed
    /// The script, the network or the machine failed.
    ///
    /// The run says nothing about the policy.
    case fault
    /// The attempt was interrupted.
    case interrupted
  }

  /// Returns the status of a flow.
  ///
  /// - Parameters:
  ///   - ending: How the last attempt ended.
  ///   - attempts: The number of attempts.
  ///   - until: The last day on which the flow's known failure is accepted; `nil` if there is none.
  ///   - today: The current day in UTC.
  /// - Returns: The status. A known failure doesn't excuse a fault.
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

  /// Returns the diagnostic if a flow's known failure is outdated; otherwise `nil`.
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
