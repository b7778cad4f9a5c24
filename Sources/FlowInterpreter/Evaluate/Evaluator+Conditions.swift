import FlowEngine
import FlowSyntax
import FlowText

extension Evaluator {
  /// Tests a condition.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - step: The index of the step that a rule is tested against; `nil` in an expectation.
  ///   - state: The state of the run.
  /// - Returns: Whether the condition holds. A test of a missing value doesn't hold.
  /// - Throws: A fault if values of two types are compared, or if a value can't be computed.
  mutating func holds(
    _ condition: PlannedCondition, at step: Int?, _ state: inout RunState
  ) async throws(Stop) -> Bool {
    switch condition {
    case .or(let parts):
      for part in parts where try await holds(part, at: step, &state) { return true }
      return false
    case .and(let parts):
      for part in parts where try await !holds(part, at: step, &state) { return false }
      return true
    case .not(let part):
      return try await !holds(part, at: step, &state)
    case .test(let test):
      return try await holds(test, at: step, &state)
    }
  }

  private mutating func holds(
    _ test: PlannedTest, at step: Int?, _ state: inout RunState
  ) async throws(Stop) -> Bool {
    switch test.subject {
    case .outcomeIs(let outcome): return state.journal.outcome == outcome
    case .offers(let option):
      return state.matcher.isOffered(option, state.journal, state.plan.oldSpellings)
    case .has(let word): return isAsked(word, at: step, state.journal.response.steps)
    case .sent(let label):
      return state.journal.sentMessages.contains(where: state.matcher.words(label).word.equals)
    case .path(let mode, let patterns):
      return state.matcher.holds(mode, patterns, on: state.journal.path)
    case .slot(let slot):
      let left = try await value(of: slot, &state)
      guard let comparison = test.comparison else { return true }
      return try compare(left, comparison, try await value(comparison.value, &state))
    case .message, .attempt, .step, .steps, .outcome, .fact, .shown: break
    }
    var found = found(test.subject, at: step, state.journal)
    guard let comparison = test.comparison else { return !found.isEmpty }
    let right = try await value(comparison.value, &state)
    if !state.plan.oldSpellings.isEmpty {
      found += found.compactMap { oldSpelling(of: $0, test.subject, state.plan.oldSpellings) }
    }
    if case .step = test.subject, let same = try isStep(found, comparison, right) { return same }
    if comparison.operator == .notEqual {
      for left in found where try !compare(left, comparison, right) { return false }
      return !found.isEmpty
    }
    for left in found where try compare(left, comparison, right) { return true }
    return false
  }

  /// Returns the old spelling of a value, which a script may compare it with.
  private func oldSpelling(
    of value: Value, _ subject: PlannedTest.Subject, _ spellings: OldSpellings
  ) -> Value? {
    switch (subject, value) {
    case (.step, .text(let name)): spellings.oldWord(for: name).map { .text($0) }
    case (.fact(let fact), _): spellings.oldValue(value, of: fact)
    default: nil
    }
  }

  /// Returns every value of the subject of a test; empty if there is none.
  func found(
    _ subject: PlannedTest.Subject, at step: Int?, _ journal: borrowing Journal
  ) -> [Value] {
    switch subject {
    case .message(.text): journal.response.messages.map { .text($0.text) }
    case .message(.key): journal.response.messages.compactMap(\.key).map { .text($0) }
    case .message(.severity): journal.response.messages.map { .text($0.severity.rawValue) }
    case .attempt: [.number(Double(journal.attempt(at: step ?? 0)))]
    case .step:
      journal.response.steps.indices.contains(step ?? 0)
        ? [.text(journal.response.steps[step ?? 0].name)] : []
    case .steps: [.number(Double(journal.records.count { $0.isAnswered }))]
    case .outcome: journal.outcome.map { [.text($0.rawValue)] } ?? []
    case .fact(let name): journal.fact(name).map { [$0] } ?? []
    case .shown(let name): journal.shown(name, at: step ?? 0).map { [$0] } ?? []
    case .slot(let slot): knownValue(of: slot).map { [$0] } ?? []
    case .outcomeIs, .offers, .has, .sent, .path: []
    }
  }

  /// Compares the step's name with a pattern, which may be the beginning of the name.
  ///
  /// Returns `nil` if the comparison isn't `is` or `is not` with a text.
  private func isStep(
    _ found: [Value], _ comparison: PlannedComparison, _ right: Value
  ) throws(Stop) -> Bool? {
    guard comparison.operator == .equal || comparison.operator == .notEqual,
      case .text(let text) = right
    else { return nil }
    guard !found.isEmpty else { return false }
    let word = Word(text)
    let isSame = found.contains { name in
      if case .text(let name) = name { word.covers(step: name) } else { false }
    }
    return isSame == (comparison.operator == .equal)
  }

  private func isAsked(_ word: Word, at index: Int?, _ all: [Step]) -> Bool {
    let steps = index.map { all[$0...$0] } ?? all[...]
    return steps.contains { step in
      step.fields.contains(where: word.names)
        || step.choices.contains { $0.fields.contains(where: word.names) }
    }
  }

  // MARK: Comparing

  private func compare(
    _ left: Value, _ comparison: PlannedComparison, _ right: Value
  ) throws(Stop) -> Bool {
    let mismatch = Stop.fault(
      .typeMismatch(left: left.kind, right: right.kind), at: comparison.value.place)
    if case .list(let values) = left, comparison.operator == .contains {
      return values.contains { $0.kind == right.kind && $0.revealed == right.revealed }
    }
    guard left.kind == right.kind else { throw mismatch }
    switch (comparison.operator, left, right) {
    case (.equal, _, _): return left.revealed == right.revealed
    case (.notEqual, _, _): return left.revealed != right.revealed
    case (.less, .number(let a), .number(let b)): return a < b
    case (.lessOrEqual, .number(let a), .number(let b)): return a <= b
    case (.greater, .number(let a), .number(let b)): return a > b
    case (.greaterOrEqual, .number(let a), .number(let b)): return a >= b
    case (.contains, .text, _), (.contains, .secret, _):
      return Glob.contains(left.revealed, right.revealed)
    case (.matches, .text, _), (.matches, .secret, _):
      return Glob.matches(left.revealed, right.revealed)
    default: throw mismatch
    }
  }
}
