import FlowDiagnostics
import FlowEngine
import FlowSyntax

extension PlanBuilder {
  /// The flow's expectations.
  mutating func expects(_ context: PlanContext) -> [PlannedExpect] {
    var expectations: [PlannedExpect] = []
    for case .expect(let node) in flow.body { expectations.append(expect(node, context)) }
    return expectations
  }

  /// Reads an expectation.
  mutating func expect(_ node: Expect, _ context: PlanContext) -> PlannedExpect {
    PlannedExpect(
      outcome: node.outcome.flatMap { Outcome(rawValue: context.script.text($0)) },
      condition: node.condition.map { condition($0, context) }, place: context.place(node.range))
  }

  /// Reads a condition.
  mutating func condition(_ node: Condition, _ context: PlanContext) -> PlannedCondition {
    switch node {
    case .or(let parts): .or(parts.map { condition($0, context) })
    case .and(let parts): .and(parts.map { condition($0, context) })
    case .not(_, let part): .not(condition(part, context))
    case .test(let test): .test(self.test(test, context))
    }
  }

  private mutating func test(_ node: Test, _ context: PlanContext) -> PlannedTest {
    let place = context.place(node.range)
    let subject: PlannedTest.Subject =
      switch node.subject {
      case .fact(let name):
        fact(context.script.text(name), context, isCompared: node.comparison != nil)
      case .offers(let option): .offers(self.option(option, context))
      case .has(let name): .has(Word(context.script.text(name)))
      case .path(let path): .path(path.mode, path.patterns.map { pattern($0, context) })
      case .sent(let message): .sent(label(message, context))
      case .used: .fact("used")
      }
    if case .used = node.subject {
      diagnostics.append(Diagnostic(.notYet(form: "used"), at: place))
    }
    var wordsStand = false
    switch subject {
    case .step, .outcome, .message(.severity): wordsStand = true
    default: break
    }
    let comparison = node.comparison.map { node in
      PlannedComparison(
        operator: node.operator, value: value(node.value, context, wordsStand: wordsStand))
    }
    return PlannedTest(subject: subject, comparison: comparison, place: place)
  }

  private func fact(
    _ name: String, _ context: PlanContext, isCompared: Bool
  ) -> PlannedTest.Subject {
    if let known = PlannedTest.Subject(builtIn: name) { return known }
    if facts.contains(name) { return .fact(name) }
    if !isCompared, let outcome = Outcome(rawValue: name) { return .outcomeIs(outcome) }
    if let slot = slot(name, context) { return .slot(slot) }
    if let fact = shownFact(name) { return .shown(fact) }
    return .fact(name)
  }
}

extension PlannedTest.Subject {
  /// What a name asks for at every engine; `nil` if it is no such name.
  init?(builtIn name: String) {
    switch name {
    case "message", "message.text": self = .message(.text)
    case "message.key": self = .message(.key)
    case "message.severity": self = .message(.severity)
    case "attempt": self = .attempt
    case "step": self = .step
    case "steps": self = .steps
    case "outcome": self = .outcome
    default: return nil
    }
  }
}

/// The name of what a step shows: `question` of `step.question`.
func shownFact(_ name: String) -> String? {
  let prefix = "step."
  return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
}
