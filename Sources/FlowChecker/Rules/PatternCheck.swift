import FlowDiagnostics
import FlowEngine
import FlowSyntax
import FlowText

/// Checks the words in patterns and options: steps, authenticators and methods.
struct PatternCheck: CheckPart {
  let context: CheckContext

  /// Checks the words of a pattern.
  func check(_ pattern: Pattern) {
    oldSpellingCheck.check(pattern.step) { $0.steps.map(\.name) }
    if let words, !words.knowsStep(folded(pattern.step)) { reportStep(pattern.step) }
    if let subject = pattern.subject {
      checkSubject(subject)
      checkSpelling(of: subject) { $0.subjects.map(\.naming.word) }
    }
    if let method = pattern.method { checkMethod(method) }
  }

  /// Reports a step that the engine doesn't have as a known step.
  func reportStep(_ step: Name) {
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
  /// The names of accounts, identity providers and an org's own authenticators aren't known. So a
  /// word is reported only if it is similar to a known word. A text is never reported.
  func checkSubject(_ label: Label) {
    if case .word(let name) = label, context.needs.lackingSubjects.contains(folded(name)) {
      context.needs.mentionsLacking = true
    }
    guard let words = doubtful(label), case .word(let name) = label,
      !words.knowsSubject(folded(name))
    else { return }
    reportLabel(name, among: words.subjectWords + words.methodWords)
  }

  /// Reports a word, if it isn't the name of a row, that is an old spelling.
  private func checkSpelling(of label: Label, among kind: (EngineVocabulary) -> [String]) {
    guard case .word(let name) = label, !context.scope.isRow(id(name)) else { return }
    oldSpellingCheck.check(name, among: kind)
  }

  /// Checks an option that a condition tests: a choice, a step, or an action.
  func check(offered option: OptionPattern) {
    check(option)
    checkSpelling(of: option.name) { $0.steps.map(\.name) }
  }

  /// Checks a word after `via`.
  func checkMethod(_ label: Label) {
    guard let words = doubtful(label), case .word(let name) = label,
      !words.knowsMethod(folded(name))
    else { return }
    reportLabel(name, among: words.methodWords)
  }

  /// Returns the engine's words if a label is a word that can be checked; otherwise `nil`.
  ///
  /// A text is checked here.
  private func doubtful(_ label: Label) -> EngineWords? {
    switch label {
    case .text(let text):
      valueCheck.check(text)
      return nil
    case .word(let name):
      if context.scope.isRow(id(name)) { return nil }
      return words
    }
  }

  private func reportLabel(_ name: Name, among known: [String]) {
    guard wants(.warning, name.range) else { return }
    let word = source.text(name.range)
    // `google` may be an identity provider, although `google-otp` begins with it.
    let nearest = Suggestion.nearest(word, among: known).filter { !$0.hasPrefix(word) }
    guard !nearest.isEmpty else { return }
    report(.unknownSubject(name: word, nearest: nearest), name.range)
  }

  /// Checks an option.
  func check(_ option: OptionPattern) {
    checkSubject(option.name)
    if let method = option.method { checkMethod(method) }
    guard !option.fields.isEmpty else { return }
    for field in option.fields {
      valueCheck.check(field.value, wordsStand: false)
      fieldCheck.checkSecret(field.name, field.value)
      fieldCheck.checkExposure(field.name, field.value)
    }
    fieldCheck.checkDuplicates(option.fields.count) { option.fields[$0].name }
  }

  // MARK: Steps with restricted offers

  /// Checks a rule's first action against everything that its steps can offer, if that is known.
  func checkClosed(_ action: Action, at patterns: [Pattern]) {
    guard words?.isLimited == true, let steps = limitedSteps(patterns) else { return }
    switch action {
    case .choose(let node): checkChoices(of: node, steps)
    case .answer(let node):
      guard steps.allSatisfy(\.isClosed) else { return }
      let known = Set(steps.flatMap(\.fields).map(FieldCheck.lastPart))
      for field in node.fields where !field.mayBeAbsent { check(field.field, among: known, steps) }
    default: return
    }
  }

  /// Returns all known steps that the patterns can match; `nil` if a pattern matches no known step.
  private func limitedSteps(_ patterns: [Pattern]) -> [EngineVocabulary.KnownStep]? {
    guard let words else { return nil }
    var found: [EngineVocabulary.KnownStep] = []
    for pattern in patterns {
      guard let meant = words.limitedSteps(folded(pattern.step)) else { return nil }
      found += meant
    }
    return found
  }

  private func checkChoices(of node: Choose, _ steps: [EngineVocabulary.KnownStep]) {
    guard steps.allSatisfy({ !$0.choices.isEmpty }) else { return }
    let known = steps.flatMap(\.choices)
    for option in node.options {
      let (word, range): (String, SourceRange)
      switch option.name {
      case .word(let name):
        if context.scope.isRow(id(name)) { continue }
        (word, range) = (source.text(name.range), name.range)
      case .text(let text):
        guard let fixed = TextLiteral.fixedText(text, in: source) else { continue }
        (word, range) = (fixed, text.range)
      }
      guard !known.contains(FieldCheck.lastPart(word)) else { continue }
      context.problems.withdraw(.unknownSubject, at: Place(source, range))
      report(.wrongWord(found: word, expected: known), range)
    }
  }

  private func check(
    _ field: Name, among known: Set<String>, _ steps: [EngineVocabulary.KnownStep]
  ) {
    let text = source.text(field.range)
    let word = FieldCheck.lastPart(text)
    let aliases = words?.vocabulary.fieldAliases ?? [:]
    guard !known.contains(word),
      !aliases.contains(where: {
        known.contains(FieldCheck.lastPart($0.key)) && $0.value.contains(word)
      })
    else { return }
    context.problems.withdraw(.unknownField, at: Place(source, field.range))
    report(.wrongWord(found: text, expected: steps.flatMap(\.fields)), field.range)
  }
}
