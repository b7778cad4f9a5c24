import FlowEngine
import FlowSyntax

/// Collects what a plan may need from outside the script.
struct PlanNeeds {
  private let slots: [Slot]
  private var seenSlots: Set<Int> = []
  private var seen: Set<Need.Kind> = []
  private(set) var list: [Need] = []
  private(set) var inboxPlace: Place?

  init(slots: [Slot]) {
    self.slots = slots
  }

  mutating func add(_ kind: Need.Kind, _ place: Place) {
    if seen.insert(kind).inserted { list.append(Need(kind: kind, place: place)) }
  }

  mutating func add(slot: Int) {
    if seenSlots.insert(slot).inserted { add(slots[slot].value) }
  }

  mutating func add(_ value: PlannedValue) {
    switch value.content {
    case .constant, .duration, .random, .shown, .fact: break
    case .text(let parts): for part in parts { add(part) }
    case .slot(let slot): add(slot: slot)
    case .env(let name): add(.env(name), value.place)
    case .secret(let name): add(.secret(name), value.place)
    case .file(let path):
      if let fixed = path.constant {
        add(.file(fixed.revealed), value.place)
      } else {
        add(.computedFile, value.place)
        add(path)
      }
    case .ask(let text):
      add(.person("ask"), value.place)
      add(text)
    case .inbox(let channel):
      add(.inbox(channel), value.place)
      if inboxPlace == nil { inboxPlace = value.place }
    case .command(let words):
      add(.command(PlanNeeds.text(of: words)), value.place)
      for word in words { add(word) }
    case .passkey: add(.passkeys, value.place)
    case .totp(let secret, _): add(secret)
    }
  }

  /// A command as a person reads it: what is known only in the run is an ellipsis.
  private static func text(of words: [PlannedValue]) -> String {
    words.map { $0.constant?.shown ?? "…" }.joined(separator: " ")
  }

  mutating func add(_ answers: [PlannedAnswer]) {
    for answer in answers { if let value = answer.value { add(value) } }
  }

  mutating func add(_ condition: PlannedCondition) {
    switch condition {
    case .or(let parts), .and(let parts): for part in parts { add(part) }
    case .not(let part): add(part)
    case .test(let test):
      if let comparison = test.comparison { add(comparison.value) }
      if case .slot(let slot) = test.subject { add(slot: slot) }
    }
  }

  mutating func add(_ action: PlannedAction) {
    switch action.kind {
    case .choose(let options): for option in options { add(option.fields) }
    case .answer(let answers): add(answers)
    case .prompt(let prompts):
      for prompt in prompts {
        add(.person(prompt.written), prompt.place)
        if let text = prompt.text { add(text) }
      }
    case .promptStep: add(.person("the whole step"), action.place)
    case .expect(let expect): if let condition = expect.condition { add(condition) }
    case .say(let text), .fail(let text): add(text)
    case .meanwhile(_, let parameters): add(parameters)
    case .fill, .take, .submit, .follow, .poll, .wait, .stop: break
    }
  }
}

extension PlanBuilder {
  /// What the plan's parts may need, each thing once, at its first place.
  func needs(
    of rules: [PlannedRule], _ expectations: [PlannedExpect], _ parameters: [PlannedAnswer]
  ) -> PlanNeeds {
    var needs = PlanNeeds(slots: slots)
    needs.add(parameters)
    for label in labels { needs.add(label) }
    for rule in rules {
      if let condition = rule.condition { needs.add(condition) }
      for action in rule.actions { needs.add(action) }
    }
    for answer in answers { needs.add(slot: answer.slot) }
    for expectation in expectations {
      if let condition = expectation.condition { needs.add(condition) }
    }
    return needs
  }
}
