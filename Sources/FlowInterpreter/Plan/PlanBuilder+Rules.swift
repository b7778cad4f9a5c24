import FlowDiagnostics
import FlowEngine
import FlowSyntax

extension PlanBuilder {
  /// Returns the rules that lead from the first page to the flow's intent.
  func startRules(engine: String, intent: String, place: Place?) -> [PlannedRule] {
    let rules = (options.intentRules[engine] ?? []).filter { $0.intent == intent }
    let place = place ?? self.place
    return rules.map { rule in
      let action = PlannedAction(kind: .take(Word(rule.takes)), place: place)
      return PlannedRule(
        origin: .start, place: place, patterns: [], limit: 1, actions: [action], isMainOnly: false,
        answersErrors: false)
    }
  }

  /// Returns the `on` rules in the body of a flow or a profile.
  mutating func flowRules(
    _ context: PlanContext, origin: RuleOrigin, body: [Statement]
  ) -> [PlannedRule] {
    var rules: [PlannedRule] = []
    for case .rule(let node) in body {
      let condition = node.condition.map { self.condition($0, context) }
      rules.append(
        PlannedRule(
          origin: origin, place: context.place(node.range),
          patterns: node.patterns.map { pattern($0, context) }, condition: condition,
          limit: node.limit?.times, actions: node.actions.map { action($0, context) },
          isMainOnly: false,
          answersErrors: condition?.mentionsMessage(or: errorFacts) ?? false))
    }
    return rules
  }

  /// Returns a rule for each preference (`choose …`) of a profile.
  ///
  /// The rules apply only to the main step.
  mutating func preferences(
    of profile: Profile, _ name: String, _ context: PlanContext
  ) -> [PlannedRule] {
    var rules: [PlannedRule] = []
    for case .preference(let node) in profile.body {
      let place = context.place(node.range)
      rules.append(
        PlannedRule(
          origin: .preference(name), place: place, patterns: [],
          actions: [PlannedAction(kind: choose(node, context), place: place)], isMainOnly: true,
          answersErrors: false))
    }
    return rules
  }

  /// Returns the rule that answers a step with nothing but the profiles' answers.
  func answersRule(_ first: Program.Located<Profile>?) -> PlannedRule {
    let place = first.map { $0.place($0.node.name.range) } ?? self.place
    return PlannedRule(
      origin: .answers, place: place, patterns: [],
      actions: [PlannedAction(kind: .fill, place: place)], isMainOnly: true, answersErrors: false)
  }

  /// Returns the rule of the flow's `otherwise`; `nil` if there is none.
  ///
  /// Only `otherwise prompt` may answer a response that shows an error, because the user reads it
  /// first.
  mutating func otherwiseRule(_ context: PlanContext) -> PlannedRule? {
    for case .otherwise(let node) in flow.body {
      return otherwiseRule(action(node.action, context), place: context.place(node.range))
    }
    guard options.promptsOtherwise else { return nil }
    return otherwiseRule(PlannedAction(kind: .promptStep, place: place), place: place)
  }

  private func otherwiseRule(_ action: PlannedAction, place: Place) -> PlannedRule {
    var answersErrors = false
    if case .promptStep = action.kind { answersErrors = true }
    return PlannedRule(
      origin: .otherwise, place: place, patterns: [], actions: [action], isMainOnly: false,
      answersErrors: answersErrors)
  }

  /// Reads a pattern.
  mutating func pattern(_ node: Pattern, _ context: PlanContext) -> PlannedPattern {
    let step = Word(oldSpellings.currentWord(for: context.script.text(node.step)))
    return PlannedPattern(
      step: step.text == "any" ? nil : step, subject: node.subject.map { label($0, context) },
      method: node.method.map { label($0, context) })
  }

  /// Reads an option.
  mutating func option(_ node: OptionPattern, _ context: PlanContext) -> PlannedOption {
    PlannedOption(
      name: label(node.name, context), method: node.method.map { label($0, context) },
      fields: node.fields.map { assignment($0, context, wordsStand: false) },
      place: context.place(node.range))
  }

  private mutating func choose(_ node: Choose, _ context: PlanContext) -> PlannedAction.Kind {
    .choose(node.options.map { option($0, context) })
  }

  private mutating func answer(_ node: FieldAnswer, _ context: PlanContext) -> PlannedAnswer {
    let written = context.script.text(node.field)
    let place = context.place(node.range)
    var value = node.value.map { self.value($0, context, wordsStand: false) }
    if value == nil, let slot = slot(written, context) {
      value = PlannedValue(content: .slot(slot), place: place)
    }
    return PlannedAnswer(
      field: Word(written), written: written, mayBeAbsent: node.mayBeAbsent, value: value,
      place: place)
  }

  private mutating func prompt(_ node: PromptField, _ context: PlanContext) -> PlannedPrompt {
    let written = context.script.text(node.field)
    return PlannedPrompt(
      field: Word(written), written: written, mayBeAbsent: node.mayBeAbsent,
      text: node.text.map { self.text($0, context) }, place: context.place(node.range))
  }

  private mutating func action(_ node: Action, _ context: PlanContext) -> PlannedAction {
    let kind: PlannedAction.Kind =
      switch node {
      case .choose(let node): choose(node, context)
      case .answer(let node): .answer(node.fields.map { answer($0, context) })
      case .prompt(let node) where node.fields.isEmpty: .promptStep
      case .prompt(let node): .prompt(node.fields.map { prompt($0, context) })
      case .poll(let node): .poll(every: node.every?.value, limit: node.limit?.value)
      case .wait(let node): .wait(node.duration.value)
      case .meanwhile(let node):
        .meanwhile(
          oldSpellings.currentWord(for: context.script.text(node.event)),
          node.parameters.map { assignment($0, context, wordsStand: true) })
      case .expect(let node): .expect(expect(node, context))
      case .say(let node): .say(text(node.text, context))
      case .fail(let node): .fail(text(node.text, context))
      case .plain(let node):
        switch node.verb {
        case .submit: .submit
        case .follow: .follow
        case .stop: .stop
        case .skip, .cancel, .deny, .resend, .recover, .send: .take(Word(node.verb.rawValue))
        }
      }
    return PlannedAction(kind: kind, place: context.place(node.range))
  }

  // MARK: Conditions

  /// Returns the flow's expectations.
  mutating func expects(_ context: PlanContext) -> [PlannedExpect] {
    var expectations: [PlannedExpect] = []
    for case .expect(let node) in flow.body { expectations.append(expect(node, context)) }
    return expectations
  }

  /// Reads an expectation.
  mutating func expect(_ node: Expect, _ context: PlanContext) -> PlannedExpect {
    PlannedExpect(
      outcome: node.outcome.flatMap { Outcome(rawValue: context.script.text($0)) },
      condition: node.condition.map { condition($0, context) }, place: context.place(node.range),
      outcomePlace: node.outcome.map { context.place($0.range) })
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
