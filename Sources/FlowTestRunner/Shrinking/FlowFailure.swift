import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax

/// How a flow fails, as far as a smaller one has to fail like it.
///
/// What is compared is what a person is told first: the fault or the refusal (its id, its words and
/// the step that was answered before it), and of an expectation that doesn't hold the ending that it
/// names and what was found in its place.
struct FlowFailure: Sendable, Hashable {
  /// The fault of the run, or the server's refusal; `nil` where neither ended it.
  private var problem: Told?
  /// The first expectation that doesn't hold; `nil` after a fault.
  private var expectation: Unmet?
  /// Whether it ran against the built-in org: without its org, a flow would run there.
  private var isDemo: Bool

  /// A problem as it is told.
  private struct Told: Hashable {
    var kind: ProblemKind
    var message: String
    /// The last step that was answered; `nil` before the first.
    var step: String?
  }

  /// An expectation that doesn't hold.
  private struct Unmet: Hashable {
    /// The ending that it names.
    var outcome: String?
    /// What was found, a part for each test of it.
    var found: [String]
  }

  /// How a run failed; `nil` where it passed.
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

  /// Whether a smaller flow fails as this one does.
  ///
  /// Its expectation may have lost tests, and its ending: what is left has to be found as it was.
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
  /// The first expectation that was looked at and does not hold.
  fileprivate var unmet: Expectation? { expectations.first { !$0.holds && $0.isReached } }
}
