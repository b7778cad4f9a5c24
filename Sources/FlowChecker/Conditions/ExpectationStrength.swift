import FlowDiagnostics
import FlowSyntax

/// Finds expectations that a run can meet for a reason that their author didn't mean, or that no run
/// can fail.
struct ExpectationStrength: CheckPart {
  let context: CheckContext

  /// Checks the expectations of a flow.
  func check(_ body: [Statement]) {
    if context.header.expectsFailure { checkFailure(body) }
    if context.header.isHopeful { checkPages(body) }
  }

  // MARK: A failure of any kind

  /// Reports a bare `expect failure` in a flow that answers secrets: a wrong secret meets it, too.
  private func checkFailure(_ body: [Statement]) {
    var failure: Name?
    for index in context.header.expectations {
      guard case .expect(let node) = body[index], let outcome = node.outcome,
        node.condition == nil
      else { return }
      failure = outcome
    }
    guard let failure, wants(.warning, failure.range), answersSecret(body), !expectsInRule(body)
    else { return }
    report(.unspecificFailure, failure.range)
  }

  private func answersSecret(_ body: [Statement]) -> Bool {
    for statement in body {
      switch statement {
      case .rule(let rule) where fields(of: rule).contains(where: isSecret): return true
      case .answer(let node) where fieldCheck.isSecret(node.value): return true
      default: continue
      }
    }
    return identityCheck.usedProfiles().contains { number in
      let profile = context.profiles.profiles[number]
      return profile.node.body.contains { answersSecret($0) }
    }
  }

  /// Whether a profile's statement gives a secret to a field, as far as it is written there.
  private func answersSecret(_ statement: Statement) -> Bool {
    let values: [Expression] =
      switch statement {
      case .answer(let node): [node.value]
      case .constant(let node): [node.value]
      case .rule(let rule): fields(of: rule).compactMap(\.value)
      default: []
      }
    return values.contains { value in
      switch value {
      case .lookup(let node): node.kind == .secret
      case .totp: true
      default: false
      }
    }
  }

  private func fields(of rule: Rule) -> [FieldAnswer] {
    rule.actions.flatMap { action -> [FieldAnswer] in
      if case .answer(let node) = action { node.fields } else { [] }
    }
  }

  private func isSecret(_ field: FieldAnswer) -> Bool {
    fieldCheck.isSecret(field.value ?? .name(field.field))
  }

  private func expectsInRule(_ body: [Statement]) -> Bool {
    body.contains { statement in
      guard case .rule(let rule) = statement else { return false }
      return rule.actions.contains { if case .expect = $0 { true } else { false } }
    }
  }

  // MARK: The page at the end

  /// Reports tests of the last page in a flow that ends signed in, because there is none.
  private func checkPages(_ body: [Statement]) {
    let conditions = context.header.expectations.compactMap { index in
      if case .expect(let node) = body[index] { node.condition } else { nil }
    }
    // A condition about the outcome may allow another end.
    guard !conditions.contains(where: { looks(of: $0, in: bytes).atEnd }) else { return }
    for condition in conditions { checkPages(condition, isDenied: false) }
  }

  private func checkPages(_ condition: Condition, isDenied: Bool) {
    switch condition {
    case .or(let parts), .and(let parts):
      for part in parts { checkPages(part, isDenied: isDenied) }
    case .not(_, let part): checkPages(part, isDenied: !isDenied)
    case .test(let test):
      switch test.subject {
      case .offers, .has: report(.constantExpectation(isTrue: isDenied), test.range)
      case .fact, .path, .sent, .used: return
      }
    }
  }
}
