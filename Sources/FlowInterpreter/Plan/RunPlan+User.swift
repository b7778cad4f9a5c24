import FlowEngine

extension RunPlan {
  /// Who signs in, where the script says so before anything is sent: what it answers the
  /// `identifier` or the `username` with.
  ///
  /// - Parameter sources: where `env` and `secret` are looked up.
  /// - Returns: the name; `nil` where several are answered, or none that is known before the run.
  package func user(_ sources: ValueSources) -> String? {
    var names: Set<String> = []
    for value in userValues {
      guard let value, let name = text(of: value, sources, depth: 0) else { return nil }
      names.insert(name)
    }
    return names.count == 1 ? names.first : nil
  }

  /// Whether one of its expectations, those among the actions too, is about a fact.
  package func expects(_ isWanted: (String) -> Bool) -> Bool {
    if expectations.contains(where: { $0.condition?.tests(isWanted) == true }) { return true }
    return rules.contains { rule in
      rule.actions.contains { action in
        if case .expect(let expect) = action.kind {
          expect.condition?.tests(isWanted) == true
        } else {
          false
        }
      }
    }
  }

  private static let userFields = [Word("identifier"), Word("username")]

  private static func isUser(_ field: Word) -> Bool {
    userFields.contains { $0 == field || $0.isLastPart(of: field.text) }
  }

  /// The values that name a user; `nil` for one that is found only at the step.
  private var userValues: [PlannedValue?] {
    let given = rules.flatMap(\.actions).flatMap(\.fields) + parameters
    var values = given.filter { RunPlan.isUser($0.field) }
      .map { answer in answer.value ?? named.first { $0.word == answer.field }.map(value) }
    values += answers.filter { RunPlan.isUser($0.word) }.map(value)
    return values
  }

  private func value(_ named: NamedSlot) -> PlannedValue { slots[named.slot].value }

  private func text(of value: PlannedValue, _ sources: ValueSources, depth: Int) -> String? {
    guard depth < RunPlan.nameDepthMax else { return nil }
    switch value.content {
    case .constant(let constant): return constant.revealed
    case .slot(let slot): return text(of: slots[slot].value, sources, depth: depth + 1)
    case .env(let name): return sources.envValue(name)
    case .secret(let name): return sources.secret(name)?.reveal() ?? sources.envValue(name)
    case .text(let parts):
      var whole = ""
      for part in parts {
        guard let text = text(of: part, sources, depth: depth + 1),
          whole.utf8.count + text.utf8.count <= Evaluator.textBytesMax
        else { return nil }
        whole += text
      }
      return whole
    default: return nil
    }
  }
}

extension PlannedAction {
  /// What it answers fields with.
  fileprivate var fields: [PlannedAnswer] {
    switch kind {
    case .answer(let answers): answers
    case .choose(let options): options.flatMap(\.fields)
    default: []
    }
  }
}
