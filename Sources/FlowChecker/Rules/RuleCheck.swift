import FlowDiagnostics
import FlowSyntax

/// Checks rules, and reports rules that can never fire.
struct RuleCheck: CheckPart {
  let context: CheckContext

  /// Checks a rule.
  func check(_ rule: Rule) {
    for index in rule.patterns.indices { patternCheck.check(rule.patterns[index]) }
    var asksForMessages = false
    if let condition = rule.condition {
      let looks = conditionCheck.check(condition)
      asksForMessages = looks.atMessages
      if asksForMessages { context.isPrepared = true }
    }
    guard let first = rule.actions.first else { return }
    check(first)
    for index in rule.actions.indices.dropFirst() { check(rule.actions[index]) }
    patternCheck.checkClosed(first, at: rule.patterns)
    if let earlier = context.shadows.consider(rule, first, asksForMessages: asksForMessages, bytes)
    {
      report(
        .unreachableRule, rule.range, labels: [label(earlier, "this one always answers first")])
    }
  }

  // MARK: Actions

  /// Checks an action.
  func check(_ action: Action) {
    switch action {
    case .choose(let node): check(node)
    case .answer(let node): check(node)
    case .prompt(let node): check(node)
    case .expect(let node):
      if let condition = node.condition { _ = conditionCheck.check(condition) }
    case .say(let node), .fail(let node): valueCheck.check(node.text)
    case .meanwhile(let node): startCheck.check(node)
    case .poll, .wait, .plain: return
    }
  }

  /// Checks a `choose` of a rule or a preference.
  func check(_ node: Choose) {
    for index in node.options.indices { patternCheck.check(node.options[index]) }
  }

  private func check(_ node: AnswerAction) {
    for field in node.fields {
      fieldCheck.checkName(field.field)
      if let value = field.value {
        valueCheck.check(value, wordsStand: false)
        fieldCheck.checkSecret(field.field, value)
        fieldCheck.checkExposure(field.field, value)
      } else {
        fieldCheck.checkExposure(bare: field.field)
        fieldCheck.checkBare(field.field, mayBeAbsent: field.mayBeAbsent)
      }
    }
    fieldCheck.checkDuplicates(node.fields.count) { node.fields[$0].field }
  }

  private func check(_ node: Prompt) {
    for field in node.fields {
      fieldCheck.checkName(field.field)
      if let text = field.text { valueCheck.check(text) }
    }
    fieldCheck.checkDuplicates(node.fields.count) { node.fields[$0].field }
  }
}
