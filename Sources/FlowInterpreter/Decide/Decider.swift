import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// The rule that answers a response, the step that it answers, and how its first action is done.
struct Decision {
  var rule: Int
  var step: Int
  var means: Means
}

/// Decides which rule of the plan answers each response.
struct Decider: ~Copyable {
  /// The number of times that each rule has fired.
  private(set) var fired: [Int]
  /// The rules that have fired at the latest response, but left it unanswered.
  private var spent: [Int] = []
  /// The problem of the `poll` that reached its time limit at the latest response.
  private var timeout: Diagnostic?

  init(ruleCount: Int) {
    fired = Array(repeating: 0, count: ruleCount)
  }

  /// Records that a rule is about to run.
  mutating func start(_ rule: Int) { fired[rule] += 1 }

  /// Records how a rule ended.
  mutating func note(_ performed: Performed, of rule: Int) {
    switch performed {
    case .answered: reset()
    case .stayed: spent.append(rule)
    case .timedOut(let diagnostic):
      reset()
      spent.append(rule)
      timeout = diagnostic
    }
  }

  /// Forgets what happened at the previous response, because a new response has come.
  mutating func reset() {
    spent.removeAll(keepingCapacity: true)
    timeout = nil
  }

  /// Finds the first rule that applies to the latest response.
  ///
  /// Each rule is tested at every step, in order.
  ///
  /// If the response shows an error, only two kinds of rules may answer: a rule with
  /// `when message`, and `otherwise prompt`, which asks the user. So a refused answer is never sent
  /// again automatically.
  ///
  /// While the user's latest choice isn't completed, another `choose` rule applies only if no other
  /// rule does. So two `choose` rules express a preference, even if the rules that complete the
  /// choice come after them.
  func decide(
    _ evaluator: inout Evaluator, _ state: inout RunState
  ) async throws(Stop) -> Decision? {
    let rules = state.plan.rules
    let showsError = state.journal.showsError
    var considered: [Consideration] = []
    considered.reserveCapacity(rules.count)
    // This replaces the entries that were recorded before something was reported at this response.
    defer { state.journal.note(considered: considered) }
    var second: Decision?
    for index in rules.indices {
      if let reason = outright(index, of: rules, state.journal, showsError: showsError) {
        considered.append(Consideration(rule: index, step: nil, reason: reason))
        continue
      }
      let all = state.journal.response.steps.count
      let stepCount = rules[index].isMainOnly ? min(1, all) : all
      var isFitting = false
      for step in 0..<stepCount
      where state.matcher.fits(rules[index], state.journal.response.steps, at: step) {
        isFitting = true
        if let condition = rules[index].condition {
          guard try await evaluator.holds(condition, at: step, &state) else {
            considered.append(Consideration(rule: index, step: step, reason: .conditionFalse))
            continue
          }
        }
        switch state.matcher.fit(rules[index].actions[0], at: step, state) {
        case .fits(let means):
          let decision = Decision(rule: index, step: step, means: means)
          guard isFurtherChoice(index, of: rules, at: step, state.journal) else { return decision }
          if second == nil { second = decision }
          considered.append(Consideration(rule: index, step: step, reason: .alreadyChosen))
        case .passed(let reason):
          considered.append(Consideration(rule: index, step: step, reason: reason))
        case .ambiguous(let diagnostic): throw .fault([diagnostic])
        }
      }
      if !isFitting {
        considered.append(Consideration(rule: index, step: nil, reason: .patternDoesNotFit))
      }
    }
    if let second { considered.removeAll { $0.rule == second.rule } }
    return second
  }

  /// Whether a rule is an unconditional `choose` that would replace the latest choice, although the
  /// response has a step that completes that choice.
  private func isFurtherChoice(
    _ index: Int, of rules: [PlannedRule], at step: Int, _ journal: borrowing Journal
  ) -> Bool {
    guard case .choose = rules[index].actions[0].kind, rules[index].condition == nil
    else { return false }
    let word = journal.chosen.map { Naming.normalized($0.naming.word) }
    return journal.response.steps.indices.contains { other in
      guard other != step else { return false }
      let subjects = journal.response.steps[other].subjects
      if let word, subjects.contains(where: { $0.answers(to: word) }) { return true }
      // A run may begin in the middle of a choice. The step's `isBegun` is then the only sign of
      // it.
      guard journal.response.steps[other].isBegun else { return false }
      return journal.response.steps[step].choices.contains { choice in
        let word = Naming.normalized(choice.naming.word)
        return subjects.contains { $0.answers(to: word) }
      }
    }
  }

  /// Returns the reason why a rule can't apply at any step; `nil` if the steps must be tested.
  private func outright(
    _ index: Int, of rules: [PlannedRule], _ journal: borrowing Journal, showsError: Bool
  ) -> PassedOver? {
    if showsError, !rules[index].answersErrors { return .errorShown }
    if let limit = rules[index].limit, fired[index] >= limit { return .retired }
    if !spent.isEmpty, spent.contains(index) { return .alreadyDone }
    if !rules[index].namesStep,
      journal.response.settled != nil || journal.response.onlyEndsByItself
    {
      return .settled
    }
    return nil
  }

  /// The maximum number of unreadable parts that are listed.
  ///
  /// A page that has one kind of fault often has it in many places.
  private static let unreadMax = 5

  /// Returns the end of a run in which no rule answers the latest response.
  func undecided(_ state: borrowing RunState) -> Stop {
    if state.journal.showsError { return .refused(Refusal.diagnostic(state.journal)) }
    let records = state.journal.records
    let explanation = Explanation(plan: state.plan, record: records[records.count - 1])
    guard var timeout else {
      var fault = explanation.noRule
      let unread = state.transaction.unreadParts
      if let step = state.journal.response.steps.first, step.lacksSubject {
        fault.problem = .unexpectedAuthenticator(step: step.name)
      }
      fault.notes += unread.prefix(Decider.unreadMax).map { "of the response, \($0)" }
      if unread.count > Decider.unreadMax {
        fault.notes.append("\(unread.count - Decider.unreadMax) more parts could not be read")
      }
      return .fault([fault])
    }
    timeout.labels = explanation.noRule.labels
    return .fault([timeout])
  }
}

extension Response {
  /// Whether there are steps, and all of them end by themselves.
  fileprivate var onlyEndsByItself: Bool {
    !steps.isEmpty && steps.allSatisfy(\.endsByItself)
  }
}
