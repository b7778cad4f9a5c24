public import FlowEngine
import FlowSyntax

extension RunPlan {
  /// The secrets that the script writes out and gives by a name: what a row or a `let` fills a field
  /// with that is called as those of secrets are.
  ///
  /// They are known before the run, whose first line may have a row's values in it.
  public var writtenSecrets: [Secret] {
    var secrets: [Secret] = []
    func take(_ value: PlannedValue?, _ depth: Int = 0) {
      switch value?.content {
      case .constant(.text(let text))?: secrets.append(Secret(text))
      case .slot(let index)? where slots.indices.contains(index) && depth < RunPlan.nameDepthMax:
        take(slots[index].value, depth + 1)
      default: break
      }
    }
    for action in rules.flatMap(\.actions) {
      for answer in action.fieldAnswers where SecretFieldName.contains(answer.written) {
        take(answer.value)
      }
    }
    for slot in named + answers where SecretFieldName.contains(slot.word.text) {
      take(PlannedValue(content: .slot(slot.slot), place: place))
    }
    return secrets
  }
}

extension PlannedAction {
  /// What it fills fields with.
  fileprivate var fieldAnswers: [PlannedAnswer] {
    switch kind {
    case .answer(let answers): answers
    case .choose(let options): options.flatMap(\.fields)
    default: []
    }
  }
}
