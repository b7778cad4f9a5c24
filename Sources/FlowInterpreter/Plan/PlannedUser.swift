import FlowEngine

/// The user of a flow, if the script names one before anything is sent.
package struct PlannedUser {
  private let plan: RunPlan
  private let sources: ValueSources

  /// Looks for a user.
  ///
  /// - Parameters:
  ///   - plan: The flow.
  ///   - sources: Where `env` and `secret` are looked up.
  package init(_ plan: RunPlan, _ sources: ValueSources) {
    self.plan = plan
    self.sources = sources
  }

  /// What the script answers the `identifier` or the `username` with; `nil` if it answers several,
  /// or none that is known before the run.
  package var name: String? {
    var names: Set<String> = []
    for value in userValues {
      guard let value, let name = text(of: value, depth: 0) else { return nil }
      names.insert(name)
    }
    return names.count == 1 ? names.first : nil
  }

  private static let userFields = [Word("identifier"), Word("username")]

  private static func isUser(_ field: Word) -> Bool {
    userFields.contains { $0 == field || $0.isLastPart(of: field.text) }
  }

  /// The values that name a user; `nil` for one that is found only at the step.
  private var userValues: [PlannedValue?] {
    let given = plan.rules.flatMap(\.actions).flatMap(\.fields) + plan.parameters
    var values = given.filter { PlannedUser.isUser($0.field) }
      .map { answer in answer.value ?? plan.named.first { $0.word == answer.field }.map(value) }
    values += plan.answers.filter { PlannedUser.isUser($0.word) }.map(value)
    return values
  }

  private func value(_ named: NamedSlot) -> PlannedValue { plan.slots[named.slot].value }

  private func text(of value: PlannedValue, depth: Int) -> String? {
    guard depth < RunPlan.nameDepthMax else { return nil }
    switch value.content {
    case .constant(let constant): return constant.revealed
    case .slot(let slot): return text(of: plan.slots[slot].value, depth: depth + 1)
    case .env(let name): return sources.envValue(name)
    case .secret(let name): return sources.secret(name)?.reveal() ?? sources.envValue(name)
    case .text(let parts):
      var whole = ""
      for part in parts {
        guard let text = text(of: part, depth: depth + 1),
          whole.utf8.count + text.utf8.count <= Evaluator.textBytesMax
        else { return nil }
        whole += text
      }
      return whole
    default: return nil
    }
  }
}
