public import FlowDiagnostics
public import FlowEngine
import FlowSyntax

/// The complete result of a run.
///
/// Reports are made from this value after the run.
public struct RunResult: Sendable {
  /// The plan.
  public var plan: RunPlan
  /// A record for each response, in order, with the move on that response.
  public var records: [StepRecord]
  /// The outcome.
  public var outcome: Outcome
  /// The tokens of a successful sign-in; `nil` if the engine provides none.
  public var tokens: Tokens?
  /// Tokens that the run received although it didn't end in success.
  ///
  /// The tokens are invalid, or something failed after they came.
  public var abandonedTokens: Tokens?
  /// The results of the flow's expectations, in order.
  ///
  /// A flow without any has the implicit `expect success`.
  public var expectations: [Expectation]
  /// The refusal that ended the run; `nil` if no server refused.
  ///
  /// A flow may expect the refusal.
  public var refusal: Diagnostic?
  /// The faults of the script, the network or the machine that ended the run.
  ///
  /// A run with a fault never passes.
  public var faults: [Diagnostic]
  /// The engine's failure that ended the run; `nil` if no failure did.
  public var failure: EngineFailure?
  /// When the run started: the time since 1970 by the run's clock.
  public var began: Duration
  /// How long the run took, by the run's clock.
  public var duration: Duration
  /// The number of times that each rule of the plan has fired.
  var fired: [Int]

  /// The flow's name.
  public var name: String { plan.name }

  /// Whether all expectations hold, and there is no fault.
  public var passed: Bool { faults.isEmpty && expectations.allSatisfy(\.holds) }

  /// The diagnostics of the run; empty if the run passed.
  ///
  /// If there are faults, failed expectations aren't listed. If a server refused, the implicit
  /// `expect success` isn't listed.
  public var diagnostics: [Diagnostic] {
    guard !passed else { return [] }
    guard faults.isEmpty else { return faults }
    let failed = expectations.filter { refusal == nil || $0.place != nil }
    return (refusal.map { [$0] } ?? []) + failed.compactMap(diagnostic).map(repeatingLastWords)
  }

  /// Whether the run failed only because it ended on a page without steps and tokens.
  package var endsWithoutWay: Bool {
    guard outcome == .finished, faults.isEmpty, refusal == nil else { return false }
    let failed = expectations.filter { !$0.holds && $0.isReached }
    return !failed.isEmpty && failed.allSatisfy(\.isOfSuccess)
  }

  /// Adds the messages of the run's last page to a failed expectation.
  ///
  /// The messages are the only explanation of such an end.
  private func repeatingLastWords(_ diagnostic: Diagnostic) -> Diagnostic {
    guard outcome == .finished, let last = records.last?.response else { return diagnostic }
    var diagnostic = diagnostic
    diagnostic.notes += last.messages.map { "the server says: \($0.text)" }
    return diagnostic
  }

  /// Returns the diagnostic of an expectation; `nil` if the expectation doesn't have a diagnostic.
  ///
  /// The implicit `expect success` is reported at the flow's name.
  private func diagnostic(_ expectation: Expectation) -> Diagnostic? {
    guard var diagnostic = expectation.diagnostic, diagnostic.place == nil else {
      return expectation.diagnostic
    }
    diagnostic.place = plan.place
    diagnostic.help =
      "a flow without `expect` expects success; write `expect \(outcome)` to allow it"
    return diagnostic
  }

  /// The warnings of the run.
  ///
  /// A run that passed can have some too.
  public var warnings: [Diagnostic] {
    tokens?.verification == .claims ? [Diagnostic(.idTokenUnchecked, at: nil)] : []
  }

  /// The locations of the flow's own rules that answered no response of this run.
  public var unusedRules: [Place] {
    let used = Set(records.compactMap { $0.taken?.rule })
    return plan.rules.indices.filter { plan.rules[$0].origin == .flow && !used.contains($0) }
      .map { plan.rules[$0].place }
  }

  /// Every message of the server, in order.
  ///
  /// A message that is repeated after a timeout appears once.
  public var messages: [Message] {
    records.indices.flatMap { index in
      let previous = index > 0 ? records[index - 1] : nil
      return records[index].repeatsMessages(of: previous) ? [] : records[index].response.messages
    }
  }

  /// Returns the value of a fact by its full name, from the last response that contains it.
  public func fact(_ name: String) -> Value? {
    for record in records.reversed() {
      if let fact = record.response.facts.first(where: { $0.name == name }) { return fact.value }
    }
    return nil
  }

  /// The number of steps that the run answered.
  ///
  /// Events outside the run don't count.
  public var moves: Int { records.count { $0.isAnswered } }

  /// The locations of all rules that fired: rules of the flow and its profiles, preferences, and
  /// `otherwise`.
  package var firedRules: [Place] {
    plan.rules.indices.filter { fired[$0] > 0 }.map { plan.rules[$0].place }
  }

  /// The locations of the options that `choose` actions took.
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
