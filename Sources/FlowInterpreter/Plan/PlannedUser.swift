import FlowEngine

/// The user whose name a flow's script fixes before the first request.
package struct PlannedUser {
  private let plan: RunPlan
  private let sources: ValueSources

  /// Prepares to find the user of a flow.
  ///
  /// - Parameters:
  ///   - plan: The plan of the flow.
  ///   - sources: The sources of `env` and `secret`.
  package init(_ plan: RunPlan, _ sources: ValueSources) {
    self.plan = plan
    self.sources = sources
  }

  /// The script's answer to `identifier` or `username`; `nil` if the script has no answer, several
  /// answers, or one that isn't known before the run.
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

  /// The values that name the user; `nil` stands for a value that is known only at the step.
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
