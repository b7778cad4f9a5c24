import FlowText
import FlowEngine
import FlowSyntax

extension Run {
  /// Whether a condition holds.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - step: The index of the step that a rule is held against; `nil` in an expectation.
  /// - Returns: Whether it holds; what isn't there makes a test of it false.
  /// - Throws: A fault where two types are compared, or a value can't be had.
  mutating func holds(_ condition: PlannedCondition, at step: Int?) async throws(Stop) -> Bool {
    switch condition {
    case .or(let parts):
      for part in parts where try await holds(part, at: step) { return true }
      return false
    case .and(let parts):
      for part in parts where try await !holds(part, at: step) { return false }
      return true
    case .not(let part):
      return try await !holds(part, at: step)
    case .test(let test):
      return try await holds(test, at: step)
    }
  }

  private mutating func holds(_ test: PlannedTest, at step: Int?) async throws(Stop) -> Bool {
    switch test.subject {
    case .outcomeIs(let outcome): return current == outcome
    case .offers(let option): return isOffered(option)
    case .has(let word): return isAsked(word, at: step)
    case .sent(let label): return isSent(words(label).word)
    case .path(let mode, let patterns): return holds(mode, patterns)
    case .slot(let slot):
      let left = try await value(of: slot)
      guard let comparison = test.comparison else { return true }
      return try compare(left, comparison, try await value(comparison.value))
    case .message, .attempt, .step, .steps, .outcome, .fact, .shown: break
    }
    let found = found(test.subject, at: step)
    guard let comparison = test.comparison else { return !found.isEmpty }
    let right = try await value(comparison.value)
    if case .step = test.subject, let same = try isStep(found, comparison, right) { return same }
    if comparison.operator == .notEqual {
      for left in found where try !compare(left, comparison, right) { return false }
      return !found.isEmpty
    }
    for left in found where try compare(left, comparison, right) { return true }
    return false
  }

  /// How the run stands: how it ended, or how the newest response says so.
  private var current: Outcome? { ended ?? response.outcome }

  /// Every value of what a test looks at; none where it isn't there.
  func found(_ subject: PlannedTest.Subject, at step: Int?) -> [Value] {
    switch subject {
    case .message(.text): response.messages.map { .text($0.text) }
    case .message(.key): response.messages.compactMap(\.key).map { .text($0) }
    case .message(.severity): response.messages.map { .text($0.severity.rawValue) }
    case .attempt: [.number(Double(attempt(at: step ?? 0)))]
    case .step:
      response.steps.indices.contains(step ?? 0) ? [.text(response.steps[step ?? 0].name)] : []
    case .steps: [.number(Double(records.count { $0.isAnswered }))]
    case .outcome: current.map { [.text($0.rawValue)] } ?? []
    case .fact(let name): fact(name).map { [$0] } ?? []
    case .shown(let name): shown(name, at: step ?? 0).map { [$0] } ?? []
    case .slot(let slot): values[slot].map { [$0] } ?? []
    case .outcomeIs, .offers, .has, .sent, .path: []
    }
  }

  /// A fact of the newest response; at the end of a run, of the last response that had it.
  func fact(_ name: String) -> Value? {
    let isNamed = { (fact: Fact) in fact.name == name }
    if let fact = response.facts.first(where: isNamed) { return fact.value }
    guard ended != nil else { return nil }
    for record in records.reversed() {
      if let fact = record.response.facts.first(where: isNamed) { return fact.value }
    }
    return nil
  }

  /// How many responses of the run, the newest included, offered this step about the same subject.
  private func attempt(at index: Int) -> Int {
    guard response.steps.indices.contains(index) else { return 0 }
    let step = response.steps[index]
    return records.count { record in
      // After a wait in vain it is the same offer still.
      record.taken?.hasTimedOut != true && record.response.steps.contains { $0.isSame(as: step) }
    }
  }

  /// A step is what a pattern of that name fits, whether it is written in full or not.
  private func isStep(
    _ found: [Value], _ comparison: PlannedComparison, _ right: Value
  ) throws(Stop) -> Bool? {
    guard comparison.operator == .equal || comparison.operator == .notEqual,
      case .text(let text) = right
    else { return nil }
    guard case .text(let name)? = found.first else { return false }
    return Word(text).covers(step: name) == (comparison.operator == .equal)
  }

  private func isOffered(_ option: PlannedOption) -> Bool {
    if response.steps.contains(where: { find(option, in: $0) != nil }) { return true }
    guard option.method == nil else { return false }
    let word = words(option.name).word
    return response.capabilities.contains { word.equals($0.name) }
      || response.steps.contains { step in
        word.equals(step.name) || step.capabilities.contains { word.equals($0.name) }
      }
  }

  /// The names of the messages that went from app to app, in order.
  var sentMessages: [String] {
    guard case .list(let names)? = fact("sent") else { return [] }
    return names.map(\.shown)
  }

  private func isSent(_ word: Word) -> Bool { sentMessages.contains(where: word.equals) }

  private func isAsked(_ word: Word, at index: Int?) -> Bool {
    let steps = index.map { [response.steps[$0]] } ?? response.steps
    return steps.contains { step in
      step.fields.contains(where: word.names)
        || step.choices.contains { $0.fields.contains(where: word.names) }
    }
  }

  // MARK: Comparing

  func compare(
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

extension Step {
  /// Whether it is the same step about the same thing.
  func isSame(as other: Step) -> Bool { name == other.name && subjects == other.subjects }
}
