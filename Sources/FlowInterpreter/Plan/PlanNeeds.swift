import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Collects what a plan needs from outside its script: variables, secrets, files, programs.
struct PlanNeeds {
  private let slots: [Slot]
  private var seenSlots: Set<Int> = []
  /// The slots that the plan uses.
  private(set) var usedSlots: Set<Int> = []
  private var seen: Set<Seen> = []
  private(set) var list: [Need] = []
  private(set) var inboxPlace: Place?
  /// The time at which the needs that are being added are required.
  private var time = Need.Time.start

  /// The data that identifies a need.
  ///
  /// The folder is included because the same path in scripts of two folders names two files.
  private struct Seen: Hashable {
    var kind: Need.Kind
    var folder: Substring?
  }

  init(slots: [Slot]) {
    self.slots = slots
  }

  /// Adds the needs that `body` collects, with a time.
  ///
  /// A need that was added earlier keeps its time.
  mutating func at(_ time: Need.Time, _ body: (inout PlanNeeds) -> Void) {
    self.time = time
    seenSlots.removeAll()
    body(&self)
  }

  mutating func add(_ kind: Need.Kind, _ place: Place) {
    let script = place.source.name
    let folder: Substring? =
      switch kind {
      case .file, .computedFile, .command: script.prefix(through: script.lastIndex(of: "/"))
      case .env, .secret, .person, .passkeys: nil
      }
    guard seen.insert(Seen(kind: kind, folder: folder)).inserted else { return }
    list.append(Need(kind: kind, place: place, time: time))
  }

  /// Adds a question that the user must answer.
  ///
  /// A question within a rule isn't added, because the rule may never apply.
  private mutating func add(person: String, _ place: Place) {
    if time == .start { add(.person(person), place) }
  }

  mutating func add(slot: Int) {
    guard seenSlots.insert(slot).inserted else { return }
    usedSlots.insert(slot)
    add(slots[slot].value)
  }

  mutating func add(_ value: PlannedValue) {
    switch value.content {
    case .constant, .duration, .random, .shown, .fact, .found: break
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
      add(person: "ask", value.place)
      add(text)
    case .inbox:
      // The inbox is required only when a rule reads a code, because the run may never get there.
      if time != .never, inboxPlace == nil { inboxPlace = value.place }
    case .command(let words):
      add(.command(PlanNeeds.text(of: words)), value.place)
      for word in words { add(word) }
    case .passkey: add(.passkeys, value.place)
    case .totp(let secret, _): add(secret)
    }
  }

  /// Returns a command as a text.
  ///
  /// Parts that are known only during the run are shown as `…`.
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

  mutating func add(_ rule: PlannedRule) {
    if let condition = rule.condition { add(condition) }
    for action in rule.actions { add(action) }
  }

  mutating func add(_ action: PlannedAction) {
    switch action.kind {
    case .choose(let options): for option in options { add(option.fields) }
    case .answer(let answers): add(answers)
    case .prompt(let prompts):
      for prompt in prompts { if let text = prompt.text { add(text) } }
    case .expect(let expect): if let condition = expect.condition { add(condition) }
    case .say(let text), .fail(let text): add(text)
    case .meanwhile(_, let parameters): add(parameters)
    case .promptStep, .fill, .take, .submit, .follow, .poll, .wait, .stop: break
    }
  }
}

extension PlanBuilder {
  /// Collects the needs of the plan, without duplicates, each with its first location.
  ///
  /// A profile may also serve other engines. What it needs for rules that can't apply at this
  /// flow's engine isn't required before the run.
  func needs(
    of rules: [PlannedRule], _ expectations: [PlannedExpect], _ parameters: [PlannedAnswer]
  ) -> PlanNeeds {
    // Only profiles serve several engines, so nothing is looked up without one.
    let usesProfiles = !answers.isEmpty || rules.contains(where: \.isOfProfile)
    let others = usesProfiles ? foreignInProfiles : .none
    let isCertain = rules.map { !($0.isOfProfile && others.exclude($0)) }
    var shared: Set<String> = []
    for (index, rule) in rules.enumerated() where !isCertain[index] {
      if case .profile(let name) = rule.origin { shared.insert(name) }
    }
    let certain = answers.filter { answer in
      !others.exclude(field: answer.word) && !shared.contains(answerProfiles[answer.slot] ?? "")
    }
    var needs = PlanNeeds(slots: slots)
    needs.at(.start) { needs in
      needs.add(parameters)
      for label in labels { needs.add(label) }
    }
    needs.at(.rule) { needs in
      for (index, rule) in rules.enumerated() where isCertain[index] { needs.add(rule) }
      for answer in certain { needs.add(slot: answer.slot) }
      for expectation in expectations {
        if let condition = expectation.condition { needs.add(condition) }
      }
    }
    guard certain.count < answers.count || isCertain.contains(false) else { return needs }
    let foreign = foreign
    needs.at(.maybe) { needs in
      for rule in rules where !foreign.exclude(rule) { needs.add(rule) }
      for answer in answers where !foreign.exclude(field: answer.word) {
        needs.add(slot: answer.slot)
      }
    }
    needs.at(.never) { needs in
      for rule in rules { needs.add(rule) }
      for answer in answers { needs.add(slot: answer.slot) }
    }
    return needs
  }
}

extension PlannedRule {
  fileprivate var isOfProfile: Bool {
    switch origin {
    case .profile, .preference: true
    case .start, .flow, .answers, .otherwise: false
    }
  }
}

extension String {
  /// Returns the text up to and including an index; empty if the index is `nil`.
  fileprivate func prefix(through index: Index?) -> Substring {
    index.map { self[...$0] } ?? ""
  }
}
