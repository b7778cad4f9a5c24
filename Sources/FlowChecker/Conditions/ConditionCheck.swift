import FlowDiagnostics
import FlowEngine
import FlowSyntax
import FlowText

/// Checks conditions: their facts and messages, and the values that these are compared with.
struct ConditionCheck: CheckPart {
  let context: CheckContext

  /// Checks a condition.
  ///
  /// - Returns: Whether the condition tests messages or the end of the run.
  func check(_ condition: Condition) -> ConditionLooks {
    var looks = ConditionLooks()
    check(condition, &looks)
    return looks
  }

  private func check(_ condition: Condition, _ looks: inout ConditionLooks) {
    switch condition {
    case .or(let parts), .and(let parts):
      for index in parts.indices { check(parts[index], &looks) }
    case .not(_, let part): check(part, &looks)
    case .test(let test): check(test, &looks)
    }
  }

  private func check(_ test: Test, _ looks: inout ConditionLooks) {
    switch test.subject {
    case .fact(let name): checkFact(name, test.comparison, &looks)
    case .offers(let option): patternCheck.check(offered: option)
    case .has: return
    case .path(let path):
      for index in path.patterns.indices { patternCheck.check(path.patterns[index]) }
    case .sent(let label): checkMessage(label, test.range)
    case .used: reportLater("`used` outside a claim", test.range)
    }
  }

  // MARK: Facts

  private func checkFact(
    _ name: Name, _ comparison: Comparison?, _ looks: inout ConditionLooks
  ) {
    let hash = id(name)
    context.usage.mention(hash)
    looks.note(hash, root: numbers.firstPart(name, bytes), words)
    if comparison == nil, FixedSets.outcomes.contains(hash) { return }
    let builtIn = BuiltInFact(hash)
    let known = builtIn?.type ?? words?.factType(hash)
    guard let type = known ?? type(ofName: hash, name) else {
      reportFact(name)
      // The right side is checked too, because it may also be wrong.
      if let comparison { valueCheck.check(comparison.value, wordsStand: true) }
      return
    }
    guard let comparison else { return }
    valueCheck.check(comparison.value, wordsStand: builtIn?.comparesWords ?? false)
    // If the rows have different types, each is checked separately.
    if case .name(let row) = comparison.value, context.scope.isRow(id(row)),
      context.scope.type(of: comparison.value, bytes) == .unknown
    {
      for each in cases(of: comparison) { check(each, of: name, type) }
    } else {
      check(comparison, of: name, type)
    }
    let values = words?.factValues(hash)
    let spellings = words?.vocabulary.oldSpellings ?? .none
    let isSpelled =
      values == nil && !spellings.isEmpty && spellings.hasValues(of: source.text(name.range))
    guard builtIn?.comparesWords == true || values != nil || isSpelled else { return }
    for each in cases(of: comparison) {
      if isSpelled, each.operator == .equal || each.operator == .notEqual,
        let (word, range) = valueCheck.fixedWord(of: each.value)
      {
        _ = isOldValue(word, range)
      }
      if let builtIn, builtIn.comparesWords { checkWord(each, of: builtIn) }
      if let values { checkValue(each, type, among: values) }
    }
  }

  /// Returns one comparison for each value that the right side can have in this file.
  private func cases(of comparison: Comparison) -> [Comparison] {
    guard case .name(let name) = comparison.value, context.scope.knows(id(name)) else {
      return [comparison]
    }
    return valueCheck.meanings(of: name).map { value in
      var each = comparison
      each.value = value
      return each
    }
  }

  /// Returns the type of a value or of a fact of the engine; `nil` if the name is neither.
  private func type(ofName hash: WordID, _ name: Name) -> ValueType? {
    if let type = context.scope.type(hash, bytes) { return type }
    let root = numbers.firstPart(name, bytes)
    if valueCheck.isShown(name) { return .unknown }
    guard let words else { return .unknown }
    if root != hash, words.isMessage(root) { return words.knowsMessageFact(hash) ? .text : nil }
    let isKnown =
      words.knowsFact(root) || isForeign { !$0.vocabulary.facts.isEmpty && $0.knowsFact(root) }
    return isKnown ? .unknown : nil
  }

  private func reportFact(_ name: Name) {
    guard wants(.error, name.range) else { return }
    let fact = source.text(name.range)
    let roots = words?.vocabulary.facts ?? []
    let known = words?.vocabulary.knownFacts.map(\.name) ?? []
    var nearest = Suggestion.nearest(
      fact,
      among: BuiltInFact.allCases.map(\.rawValue) + OutcomeWords.all + roots + known
        + (words?.messageFacts ?? []) + valueCheck.visibleNames())
    if nearest.isEmpty, let dot = fact.utf8.firstIndex(of: UInt8(ascii: ".")) {
      nearest = Suggestion.nearest(String(fact[..<dot]), among: roots).map { $0 + fact[dot...] }
    }
    let all = BuiltInFact.allCases.map(\.rawValue).filter { !$0.utf8.contains(UInt8(ascii: ".")) }
    let dotted = roots.sorted().map { "`\($0).…`" }
    let own = known.filter { name in
      !all.contains(name) && !roots.contains { name.hasPrefix($0 + ".") }
    }
    let list = Prose.list((all + own).map(Prose.ticked) + dotted, "and")
    report(
      .unknownFact(name: fact, nearest: nearest), name.range,
      notes: ["conditions can test \(list)"])
  }

  // MARK: Messages

  /// Reports a name after `sent` that isn't a message between the engine's apps.
  private func checkMessage(_ label: Label, _ range: SourceRange) {
    guard let words else { return }
    let known = words.vocabulary.messages.map(\.name)
    guard !known.isEmpty else {
      return report(
        .unknownFact(name: "sent", nearest: []), range,
        help: "the apps of the engine `\(words.vocabulary.engine)` don't exchange messages")
    }
    switch label {
    case .text(let text): valueCheck.check(text)
    case .word(let name):
      let word = source.text(name.range)
      guard !context.scope.isRow(id(name)), !known.contains(word) else { return }
      report(.wrongWord(found: word, expected: known), name.range)
    }
  }

  // MARK: Comparisons

  func check(_ comparison: Comparison, of name: Name, _ left: ValueType) {
    let right = type(of: comparison.value)
    let isKnown = left != .unknown
    if left == .list {
      // The elements of a list can have any type.
      if comparison.operator != .contains { reportOperator(comparison, described(name, left)) }
      return
    }
    switch comparison.operator {
    case .equal, .notEqual: break
    case .contains, .matches:
      guard left == .text || !isKnown else {
        reportOperator(comparison, described(name, left))
        return
      }
      // The elements of a list can have any type. But a pattern must be a text.
      if right == .text || right == .unknown || !isKnown && comparison.operator == .contains {
        return
      }
      reportTypes(comparison, name, left, right, help: "put the text in quotes")
      return
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard left == .number || left == .duration || !isKnown else {
        reportOperator(comparison, described(name, left))
        return
      }
      if right == .text || right == .boolean, !isKnown {
        reportOperator(comparison, right.description)
        return
      }
    }
    guard isKnown, right != .unknown, left != right else { return }
    let wanted = left == .text ? "a text in quotes" : left.description
    reportTypes(comparison, name, left, right, help: "write \(wanted)")
  }

  /// Returns the type of a value.
  ///
  /// The type of a value from a response is unknown.
  private func type(of value: Expression) -> ValueType {
    if case .name(let name) = value, !context.scope.knows(id(name)),
      numbers.firstPart(name, bytes) != id(name)
    {
      return .unknown
    }
    return context.scope.type(of: value, bytes)
  }

  func described(_ name: Name, _ type: ValueType) -> String {
    "\(Prose.ticked(source.text(name.range))) (\(type.description))"
  }

  func reportOperator(_ comparison: Comparison, _ left: String) {
    report(
      .operatorMismatch(operator: comparison.operator.rawValue, left: left),
      comparison.operatorRange)
  }

  private func reportTypes(
    _ comparison: Comparison, _ name: Name, _ left: ValueType, _ right: ValueType, help: String
  ) {
    report(
      .typeMismatch(left: described(name, left), right: right.description),
      comparison.value.range, help: help)
  }

  /// Reports a right side that isn't a possible value of a built-in fact.
  private func checkWord(_ comparison: Comparison, of fact: BuiltInFact) {
    guard comparison.operator == .equal || comparison.operator == .notEqual,
      let (word, range) = valueCheck.fixedWord(of: comparison.value)
    else { return }
    guard fact == .step else {
      guard !fact.words.contains(word) else { return }
      report(.wrongWord(found: word, expected: fact.words), range)
      return
    }
    guard !oldSpellingCheck.check(word, range, among: { $0.steps.map(\.name) }),
      case .name(let name) = comparison.value,
      let words, !words.knowsStep(folded(name))
    else { return }
    patternCheck.reportStep(name)
  }

  /// Reports a value of a fact that is written in an old spelling.
  ///
  /// - Parameters:
  ///   - word: The value.
  ///   - range: Its location.
  ///   - values: All values of the fact; `nil` if the set is open.
  /// - Returns: Whether it is an old spelling.
  private func isOldValue(
    _ word: String, _ range: SourceRange, among values: [String]? = nil
  ) -> Bool {
    oldSpellingCheck.check(word, range) { vocabulary in
      values ?? [vocabulary.oldSpellings.currentWord(for: word)]
    }
  }

  /// Checks the right side against all values that a fact can have or contain.
  private func checkValue(
    _ comparison: Comparison, _ type: ValueType, among values: [String]
  ) {
    switch comparison.operator {
    case .equal, .notEqual: break
    case .contains where type == .list: break
    default: return
    }
    guard case .text = comparison.value,
      let (word, range) = valueCheck.fixedWord(of: comparison.value),
      !values.contains(word), !isOldValue(word, range, among: values)
    else { return }
    report(.wrongWord(found: word, expected: values), range)
  }
}
