import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax

/// The failure of a flow, reduced to what a smaller flow must reproduce.
///
/// The failure is the first problem that a user sees: the id and message of the fault or refusal,
/// and the step that was answered before it. For a failed expectation, it is the expected outcome
/// and the actual values.
struct FlowFailure: Sendable, Hashable {
  /// The fault or the server's refusal that ended the run; `nil` if neither did.
  private var problem: Told?
  /// The first expectation that failed; `nil` if a fault ended the run.
  private var expectation: Unmet?
  /// Whether the flow ran against the built-in org.
  ///
  /// If the reducer removes a flow's org, the flow runs against the built-in org.
  private var isDemo: Bool

  /// A problem as it is reported.
  private struct Told: Hashable {
    var kind: ProblemKind
    var message: String
    /// The step that was answered last; `nil` if none was answered.
    var step: String?
  }

  /// An expectation that failed.
  private struct Unmet: Hashable {
    /// The expected outcome; `nil` if the expectation doesn't name one.
    var outcome: String?
    /// The actual values, one for each test of the expectation.
    var found: [String]
  }

  /// Creates the failure of a run; `nil` if the run passed.
  init?(_ result: RunResult, isDemo: Bool) {
    guard !result.passed else { return nil }
    self.isDemo = isDemo
    let unmet = result.faults.isEmpty ? result.unmet : nil
    if let diagnostic = result.faults.first ?? unmet?.fault ?? result.refusal {
      let answered = result.records.last { $0.step != nil }?.step
      problem = Told(
        kind: diagnostic.kind, message: diagnostic.message, step: answered.map(MoveText.name))
    }
    if let unmet {
      let word = unmet.expected.split(separator: " ").first.map(String.init)
      expectation = Unmet(
        outcome: word.flatMap { Outcome(rawValue: $0) }?.rawValue,
        found: (unmet.actual ?? "").split(separator: "; ").map(String.init))
    }
  }

  /// Whether this failure of a smaller flow is the same as the original failure.
  ///
  /// The smaller flow's expectation may have fewer tests, or no outcome. The actual values for its
  /// remaining tests must be the same.
  func isLike(_ original: FlowFailure) -> Bool {
    guard isDemo == original.isDemo, problem == original.problem else { return false }
    guard let unmet = expectation, let other = original.expectation else {
      return expectation == original.expectation
    }
    return !unmet.found.isEmpty && unmet.found.allSatisfy(other.found.contains)
      && (unmet.outcome == nil || unmet.outcome == other.outcome)
  }
}

extension RunResult {
  /// The first expectation that was reached and failed; `nil` if there is none.
  fileprivate var unmet: Expectation? { expectations.first { !$0.holds && $0.isReached } }
}
