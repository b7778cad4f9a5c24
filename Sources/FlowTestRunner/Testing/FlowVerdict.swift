import FlowText
import FlowDiagnostics
import FlowInterpreter
import FlowSyntax

/// How a flow came out, by its last attempt and by whether it is known to fail.
enum FlowVerdict {
  /// How an attempt ended.
  enum Ending: Sendable, Hashable {
    /// All was as expected.
    case passed
    /// Something was not.
    case failed
    /// The script, the network or the machine was at fault, so that nothing is said of the policy.
    case fault
    /// It was interrupted.
    case interrupted
  }

  /// How a flow came out.
  ///
  /// - Parameters:
  ///   - ending: how the last attempt ended.
  ///   - attempts: how many there were.
  ///   - until: the last day on which it may fail; `nil` where it has to pass.
  ///   - today: the day of the run, in UTC.
  /// - Returns: the status; a fault is never excused.
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

  /// What is wrong with a flow's being known to fail; `nil` where nothing is.
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
