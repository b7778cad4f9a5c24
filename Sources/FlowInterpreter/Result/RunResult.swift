public import FlowDiagnostics
public import FlowEngine
import FlowSyntax

/// The complete result of a run.
///
/// Reports are made from it afterwards.
public struct RunResult: Sendable {
  /// The plan.
  public var plan: RunPlan
  /// Every response, in order, with the move at it.
  public var records: [StepRecord]
  /// The outcome.
  public var outcome: Outcome
  /// The tokens of a successful sign-in, if the engine has them.
  public var tokens: Tokens?
  /// Tokens that came although the run did not end in success.
  ///
  /// They are invalid, or something failed after they came.
  public var abandonedTokens: Tokens?
  /// The flow's expectations, in order, or the implicit success.
  public var expectations: [Expectation]
  /// The refusal that ended the run, which a flow may expect.
  public var refusal: Diagnostic?
  /// The faults of the script, the network or the machine that ended the run.
  ///
  /// The run never passes with one.
  public var faults: [Diagnostic]
  /// The engine's failure that ended the run, if there was one.
  public var failure: EngineFailure?
  /// The start, in time since 1970, by the run's clock.
  public var began: Duration
  /// The duration, by the run's clock.
  public var duration: Duration
  /// The number of times that each rule of the plan has fired.
  var fired: [Int]

  /// The flow's name.
  public var name: String { plan.name }

  /// Whether all expectations hold, and there is no fault.
  public var passed: Bool { faults.isEmpty && expectations.allSatisfy(\.holds) }

  /// Every problem; empty if the run passed.
  ///
  /// After a fault the expectations add nothing. A refusal is more specific than the implicit
  /// success.
  public var diagnostics: [Diagnostic] {
    guard !passed else { return [] }
    guard faults.isEmpty else { return faults }
    let failed = expectations.filter { refusal == nil || $0.place != nil }
    return (refusal.map { [$0] } ?? []) + failed.compactMap(diagnostic).map(repeatingLastWords)
  }

  /// Whether the only failure is that the run ended on a page without steps and tokens, not in
  /// success.
  package var endsWithoutWay: Bool {
    guard outcome == .finished, faults.isEmpty, refusal == nil else { return false }
    let failed = expectations.filter { !$0.holds && $0.isReached }
    return !failed.isEmpty && failed.allSatisfy(\.isOfSuccess)
  }

  /// Returns a failed expectation with the messages of the run's last page, which are the only
  /// explanation.
  private func repeatingLastWords(_ diagnostic: Diagnostic) -> Diagnostic {
    guard outcome == .finished, let last = records.last?.response else { return diagnostic }
    var diagnostic = diagnostic
    diagnostic.notes += last.messages.map { "the server says: \($0.text)" }
    return diagnostic
  }

  /// Returns the problem of an expectation.
  ///
  /// An implicit one is located at the flow.
  private func diagnostic(_ expectation: Expectation) -> Diagnostic? {
    guard var diagnostic = expectation.diagnostic, diagnostic.place == nil else {
      return expectation.diagnostic
    }
    diagnostic.place = plan.place
    diagnostic.help =
      "a flow without `expect` expects success; write `expect \(outcome)` to allow it"
    return diagnostic
  }

  /// The warnings of a run, even if it passed.
  public var warnings: [Diagnostic] {
    tokens?.verification == .claims ? [Diagnostic(.idTokenUnchecked, at: nil)] : []
  }

  /// The locations of the flow's own rules that answered nothing in this run.
  public var unusedRules: [Place] {
    let used = Set(records.compactMap { $0.taken?.rule })
    return plan.rules.indices.filter { plan.rules[$0].origin == .flow && !used.contains($0) }
      .map { plan.rules[$0].place }
  }

  /// Every message of the server, in order.
  public var messages: [Message] {
    records.indices.flatMap { index in
      let previous = index > 0 ? records[index - 1] : nil
      return records[index].repeatsMessages(of: previous) ? [] : records[index].response.messages
    }
  }

  /// Returns the value of a fact by its whole name, from the last response that had it.
  public func fact(_ name: String) -> Value? {
    for record in records.reversed() {
      if let fact = record.response.facts.first(where: { $0.name == name }) { return fact.value }
    }
    return nil
  }

  /// The number of steps that were taken, without events outside the run.
  public var moves: Int { records.count { $0.isAnswered } }

  /// The locations of the rules that fired, of flow and profiles, including preferences and
  /// `otherwise`.
  package var firedRules: [Place] {
    plan.rules.indices.filter { fired[$0] > 0 }.map { plan.rules[$0].place }
  }

  /// The locations of the taken options of a `choose`.
  package var takenOptions: [Place] {
    records.compactMap { record in
      guard let taken = record.taken, let option = taken.option else { return nil }
      for action in plan.rules[taken.rule].actions where action.place == taken.place {
        if case .choose(let options) = action.kind { return options[checked: option]?.place }
      }
      return nil
    }
  }

  /// The locations of the expectations that the run reached.
  package var reachedExpectations: [Place] {
    expectations.filter(\.isReached).compactMap(\.place)
  }
}
