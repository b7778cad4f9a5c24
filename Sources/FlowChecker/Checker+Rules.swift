import FlowText
import FlowEngine
import FlowSyntax
import FlowDiagnostics

extension Checker {
  /// Checks a rule.
  mutating func check(_ rule: Rule) {
    for index in rule.patterns.indices { check(rule.patterns[index]) }
    var asksForMessages = false
    if let condition = rule.condition {
      looks = ConditionLooks()
      check(condition)
      asksForMessages = looks.atMessages
      if asksForMessages { isPrepared = true }
    }
    guard let first = rule.actions.first else { return }
    check(first)
    for index in rule.actions.indices.dropFirst() { check(rule.actions[index]) }
    checkClosed(first, at: rule.patterns)
    if let earlier = shadows.consider(rule, first, asksForMessages: asksForMessages, bytes) {
      report(
        .unreachableRule, rule.range, labels: [label(earlier, "this one always answers first")])
    }
  }

  /// Checks a pattern's words.
  mutating func check(_ pattern: Pattern) {
    if let words, !words.knowsStep(folded(pattern.step)) { reportStep(pattern.step) }
    if let subject = pattern.subject { checkSubject(subject) }
    if let method = pattern.method { checkMethod(method) }
  }

  /// Reports a step that the engine is not known to offer.
  mutating func reportStep(_ step: Name) {
    guard let words, wants(.warning, step.range) else { return }
    let word = folded(step)
    guard !isForeign({ !$0.vocabulary.steps.isEmpty && $0.knowsStep(word) }) else { return }
    let name = source.text(step.range)
    let nearest = Suggestion.nearest(name, among: words.stepWords)
    report(.unknownStep(name: name, nearest: nearest), step.range)
  }

  // MARK: Labels

  /// Checks a word for an authenticator, an account or another choice.
  ///
  /// The names of accounts, identity providers and of an org's own authenticators can't be known,
  /// so a word is doubted only where it is near a known one. A text is never doubted.
  mutating func checkSubject(_ label: Label) {
    if case .word(let name) = label, lackingSubjects.contains(folded(name)) {
      mentionsLacking = true
    }
    guard let words = doubtful(label), case .word(let name) = label,
      !words.knowsSubject(folded(name))
    else { return }
    reportLabel(name, among: words.subjectWords + words.methodWords)
  }

  /// Checks a word after `via`.
  mutating func checkMethod(_ label: Label) {
    guard let words = doubtful(label), case .word(let name) = label,
      !words.knowsMethod(folded(name))
    else { return }
    reportLabel(name, among: words.methodWords)
  }

  /// The engine's words where a label can be doubted; reads the label's text where it is one.
  private mutating func doubtful(_ label: Label) -> EngineWords? {
    switch label {
    case .text(let text):
      check(text)
      return nil
    case .word(let name):
      if scope.isRow(id(name)) { return nil }
      return words
    }
  }

  private mutating func reportLabel(_ name: Name, among known: [String]) {
    guard wants(.warning, name.range) else { return }
    let word = source.text(name.range)
    // `google` may be an identity provider, though `google-otp` begins with it.
    let nearest = Suggestion.nearest(word, among: known).filter { !$0.hasPrefix(word) }
    guard !nearest.isEmpty else { return }
    report(.unknownSubject(name: word, nearest: nearest), name.range)
  }

  // MARK: Actions

  /// Checks an action.
  mutating func check(_ action: Action) {
    switch action {
    case .choose(let node): check(node)
    case .answer(let node): check(node)
    case .prompt(let node): check(node)
    case .expect(let node):
      if let condition = node.condition { check(condition) }
    case .say(let node), .fail(let node): check(node.text)
    case .meanwhile(let node): check(node)
    case .poll, .wait, .plain: return
    }
  }

  /// Checks a choice of a rule or a preference.
  mutating func check(_ node: Choose) {
    for index in node.options.indices { check(node.options[index]) }
  }

  /// Checks an option.
  mutating func check(_ option: OptionPattern) {
    checkSubject(option.name)
    if let method = option.method { checkMethod(method) }
    guard !option.fields.isEmpty else { return }
    for field in option.fields {
      check(field.value, wordsStand: false)
      checkSecret(field.name, field.value)
      checkExposure(field.name, field.value)
    }
    checkDuplicates(option.fields.count) { option.fields[$0].name }
  }

  private mutating func check(_ node: AnswerAction) {
    for field in node.fields {
      if let value = field.value {
        check(value, wordsStand: false)
        checkSecret(field.field, value)
        checkExposure(field.field, value)
      } else {
        checkExposure(bare: field.field)
        checkBare(field.field, mayBeAbsent: field.mayBeAbsent)
      }
    }
    checkDuplicates(node.fields.count) { node.fields[$0].field }
  }

  private mutating func check(_ node: Prompt) {
    for field in node.fields {
      if let text = field.text { check(text) }
    }
    checkDuplicates(node.fields.count) { node.fields[$0].field }
  }

  /// Reports a name that stands again in a list of fields.
  mutating func checkDuplicates(_ count: Int, _ name: (Int) -> Name) {
    guard count > 1 else { return }
    // Most lists are short; the work over a long one must not grow with its square.
    var seen: [WordID: Int] = [:]
    for index in 0..<count {
      let hash = folded(name(index))
      var first: Int?
      if count > Checker.shortList {
        first = seen.updateValue(index, forKey: hash)
      } else {
        for other in 0..<index where folded(name(other)) == hash {
          first = other
          break
        }
      }
      guard let first, wants(.error, name(index).range) else { continue }
      report(
        .duplicateField(name: source.text(name(index).range)), name(index).range,
        labels: [label(name(first).range, "the first is here")], help: "leave one of them out")
    }
  }

  private static let shortList = 8
}

extension EngineWords {
  /// Every known step and each of its beginnings, once.
  static func stepWords(of vocabulary: EngineVocabulary) -> [String] {
    var words: [String] = []
    var seen: Set<String> = []
    for step in vocabulary.steps {
      if seen.insert(step.name).inserted { words.append(step.name) }
      var end = step.name.utf8.startIndex
      while let hyphen = step.name.utf8[end...].firstIndex(of: UInt8(ascii: "-")) {
        let word = String(step.name[..<hyphen])
        if seen.insert(word).inserted { words.append(word) }
        end = step.name.utf8.index(after: hyphen)
      }
    }
    return words
  }
}
