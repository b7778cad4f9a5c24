public import FlowDiagnostics
public import FlowEngine
import FlowSyntax

/// All that happened in a run: reports are made of it, and nothing is made while it runs.
public struct RunResult: Sendable {
  /// What was run.
  public var plan: RunPlan
  /// Every response, in order, and what was done about it.
  public var records: [StepRecord]
  /// How it ended.
  public var outcome: Outcome
  /// The tokens of a sign-in that succeeded, where the engine has them.
  public var tokens: Tokens?
  /// Tokens that came all the same, where a run did not end in success: something about them is
  /// wrong, or something went wrong after they had come.
  public var abandonedTokens: Tokens?
  /// The flow's expectations, in order; the success that is expected where none is written.
  public var expectations: [Expectation]
  /// The server's refusal that ended the run, if so: a flow may expect it.
  public var refusal: Diagnostic?
  /// The faults of the script, the network or the machine that ended the run: never a pass.
  public var faults: [Diagnostic]
  /// What the engine says of the failure that ended the run, where one did.
  public var failure: EngineFailure?
  /// When it began, in time since 1970, by the run's clock.
  public var began: Duration
  /// How long it took, by the run's clock.
  public var duration: Duration
  /// How often each rule of the plan has fired.
  var fired: [Int]

  /// The flow's name.
  public var name: String { plan.name }

  /// Whether everything is as the flow expects, and nothing is at fault.
  public var passed: Bool { faults.isEmpty && expectations.allSatisfy(\.holds) }

  /// Every problem; none where the run passed.
  ///
  /// After a fault the expectations say nothing new, and a refusal says more than the success that
  /// is expected where none is written.
  public var diagnostics: [Diagnostic] {
    guard !passed else { return [] }
    guard faults.isEmpty else { return faults }
    let failed = expectations.filter { refusal == nil || $0.place != nil }
    return (refusal.map { [$0] } ?? []) + failed.compactMap(diagnostic).map(repeatingLastWords)
  }

  /// Whether nothing failed but that the run should have ended in success, and has ended on a page that
  /// offers no step and gives no tokens.
  package var endsWithoutWay: Bool {
    guard outcome == .finished, faults.isEmpty, refusal == nil else { return false }
    let failed = expectations.filter { !$0.holds && $0.isReached }
    return !failed.isEmpty && failed.allSatisfy(\.isOfSuccess)
  }

  /// A failed expectation with what the page says on which the run has ended: nothing else tells why.
  private func repeatingLastWords(_ diagnostic: Diagnostic) -> Diagnostic {
    guard outcome == .finished, let last = records.last?.response else { return diagnostic }
    var diagnostic = diagnostic
    diagnostic.notes += last.messages.map { "the server says: \($0.text)" }
    return diagnostic
  }

  /// The problem of an expectation; one that isn't written has the flow for its place.
  private func diagnostic(_ expectation: Expectation) -> Diagnostic? {
    guard var diagnostic = expectation.diagnostic, diagnostic.place == nil else {
      return expectation.diagnostic
    }
    diagnostic.place = plan.place
    diagnostic.help =
      "a flow without `expect` expects success; write `expect \(outcome)` to allow it"
    return diagnostic
  }

  /// What is worth knowing of a run that passed all the same.
  public var warnings: [Diagnostic] {
    tokens?.verification == .claims ? [Diagnostic(.idTokenUnchecked, at: nil)] : []
  }

  /// Where the flow's own rules stand that answered nothing in this run.
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

  /// The value of a fact by its whole name, as the last response that had it says.
  public func fact(_ name: String) -> Value? {
    for record in records.reversed() {
      if let fact = record.response.facts.first(where: { $0.name == name }) { return fact.value }
    }
    return nil
  }

  /// How many steps were taken; what happened outside is none.
  public var moves: Int { records.count { $0.isAnswered } }

  /// Where the rules stand that fired, of flow and profiles, preferences and `otherwise` among them.
  package var firedRules: [Place] {
    plan.rules.indices.filter { fired[$0] > 0 }.map { plan.rules[$0].place }
  }

  /// Where the options of a `choose` stand that were taken.
  package var takenOptions: [Place] {
    records.compactMap { record in
      guard let taken = record.taken, let option = taken.option else { return nil }
      for action in plan.rules[taken.rule].actions where action.place == taken.place {
        if case .choose(let options) = action.kind { return options[checked: option]?.place }
      }
      return nil
    }
  }

  /// Where the expectations stand that the run came to.
  package var reachedExpectations: [Place] {
    expectations.filter(\.isReached).compactMap(\.place)
  }
}
