import FlowDiagnostics
import FlowEngine
import FlowSyntax

extension Checker {
  /// Holds a rule's first action to what its steps can ever offer, where that is known.
  mutating func checkClosed(_ action: Action, at patterns: [Pattern]) {
    guard words?.isLimited == true, let steps = limitedSteps(patterns) else { return }
    switch action {
    case .choose(let node): checkChoices(of: node, steps)
    case .answer(let node):
      guard steps.allSatisfy(\.isClosed) else { return }
      let known = Set(steps.flatMap(\.fields).map(Checker.lastPart))
      for field in node.fields where !field.mayBeAbsent { check(field.field, among: known, steps) }
    default: return
    }
  }

  /// All steps that the patterns mean; `nil` where one may mean a step that isn't known.
  private func limitedSteps(_ patterns: [Pattern]) -> [EngineVocabulary.KnownStep]? {
    guard let words else { return nil }
    var found: [EngineVocabulary.KnownStep] = []
    for pattern in patterns {
      guard let meant = words.limitedSteps(folded(pattern.step)) else { return nil }
      found += meant
    }
    return found
  }

  private mutating func checkChoices(of node: Choose, _ steps: [EngineVocabulary.KnownStep]) {
    guard steps.allSatisfy({ !$0.choices.isEmpty }) else { return }
    let known = steps.flatMap(\.choices)
    for option in node.options {
      let (word, range): (String, SourceRange)
      switch option.name {
      case .word(let name):
        if scope.isRow(id(name)) { continue }
        (word, range) = (source.text(name.range), name.range)
      case .text(let text):
        guard let fixed = TextLiteral.fixedText(text, in: source) else { continue }
        (word, range) = (fixed, text.range)
      }
      guard !known.contains(Checker.lastPart(word)) else { continue }
      withdraw(.unknownSubject, range)
      report(.wrongWord(found: word, expected: known), range)
    }
  }

  private mutating func check(
    _ field: Name, among known: Set<String>, _ steps: [EngineVocabulary.KnownStep]
  ) {
    let text = source.text(field.range)
    let word = Checker.lastPart(text)
    let aliases = words?.vocabulary.fieldAliases ?? [:]
    guard !known.contains(word),
      !aliases.contains(where: {
        known.contains(Checker.lastPart($0.key)) && $0.value.contains(word)
      })
    else { return }
    report(.wrongWord(found: text, expected: steps.flatMap(\.fields)), field.range)
  }
}
