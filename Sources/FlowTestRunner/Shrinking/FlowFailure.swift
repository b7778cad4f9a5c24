import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax

/// The failure of a flow, as far as a smaller flow must have the same one.
///
/// It consists of the first thing that a user sees: the fault or refusal, with its id, its words
/// and the step answered before it. For a failed expectation it is the expected outcome and the
/// actual values.
struct FlowFailure: Sendable, Hashable {
  /// The fault of the run, or the server's refusal; `nil` if neither ended it.
  private var problem: Told?
  /// The first expectation that doesn't hold; `nil` after a fault.
  private var expectation: Unmet?
  /// Whether it ran against the built-in org.
  ///
  /// Without its org a flow would run there.
  private var isDemo: Bool

  /// A problem as reported.
  private struct Told: Hashable {
    var kind: ProblemKind
    var message: String
    /// The last answered step; `nil` before the first.
    var step: String?
  }

  /// An expectation that doesn't hold.
  private struct Unmet: Hashable {
    /// The expected outcome.
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

  /// Whether a smaller flow has the same failure.
  ///
  /// Its expectation may have lost tests, or its outcome. The actual values of the remaining tests
  /// must be the same.
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
  /// The first expectation that was reached and doesn't hold.
  fileprivate var unmet: Expectation? { expectations.first { !$0.holds && $0.isReached } }
}
