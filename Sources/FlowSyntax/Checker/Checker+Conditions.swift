extension Checker {
  /// Checks an expectation.
  mutating func check(_ node: Expect) {
    if let condition = node.condition { check(condition) }
  }

  /// Checks a condition.
  mutating func check(_ condition: Condition) {
    switch condition {
    case .or(let parts), .and(let parts):
      for part in parts { check(part) }
    case .not(_, let part): check(part)
    case .test(let test): check(test)
    }
  }

  private mutating func check(_ test: Test) {
    switch test.subject {
    case .fact(let name): checkFact(name, test.comparison)
    case .offers(let option): check(option)
    case .has: return
    case .path(let path):
      for pattern in path.patterns { check(pattern) }
    case .used: reportLater("`used` outside a claim", test.range)
    }
  }

  // MARK: Facts

  private mutating func checkFact(_ name: Name, _ comparison: Comparison?) {
    let hash = WordHash.exact(bytes, name.range)
    if comparison == nil, ValueType.outcomeHashes.contains(hash) { return }
    guard let type = type(of: hash, name) else {
      reportFact(name, source.text(name.range))
      // The right side may be wrong as well.
      if let comparison { check(comparison.value, wordsStand: true) }
      return
    }
    guard let comparison else { return }
    check(comparison.value, wordsStand: ValueType.wordFacts.contains(hash))
    check(comparison, of: name, type)
    if ValueType.wordFacts.contains(hash) { checkWord(comparison, of: source.text(name.range)) }
  }

  /// The type of a fact or a name, `nil` where there is none.
  private func type(of fact: UInt64, _ name: Name) -> ValueType? {
    if let type = ValueType.builtIn(fact) { return type }
    if let type = scope.type(fact) { return type }
    let root = name.range.firstPart(bytes)
    if WordHash.exact(bytes, root) == Checker.history { return .unknown }
    guard let words else { return .unknown }
    return words.knowsFact(bytes, root) ? .unknown : nil
  }

  private static let history = WordHash.exact("history")

  private mutating func reportFact(_ name: Name, _ fact: String) {
    guard wants(.error) else { return }
    let roots = words?.vocabulary.facts ?? []
    var nearest = Suggestion.nearest(
      fact, among: ValueType.builtInFacts + ValueType.outcomes + roots + visibleNames())
    if nearest.isEmpty, let dot = fact.utf8.firstIndex(of: UInt8(ascii: ".")) {
      nearest = Suggestion.nearest(String(fact[..<dot]), among: roots).map { $0 + fact[dot...] }
    }
    let all = ValueType.builtInFacts.filter { !$0.utf8.contains(UInt8(ascii: ".")) }
    let dotted = roots.sorted().map { "`\($0).…`" }
    let list = Prose.list(all.map(Prose.ticked) + dotted, "and")
    report(
      .unknownFact(name: fact, nearest: nearest), name.range,
      notes: ["conditions can ask for \(list)"])
  }

  // MARK: Comparisons

  private mutating func check(_ comparison: Comparison, of fact: Name, _ left: ValueType) {
    let right = scope.type(of: comparison.value)
    var described: String { "\(Prose.ticked(source.text(fact.range))) (\(left.description))" }
    let fits: Bool
    switch comparison.operator {
    case .equal, .notEqual: fits = true
    case .contains, .matches: fits = left == .text || left == .unknown
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      fits = left == .number || left == .duration || left == .unknown
      if fits, left == .unknown, right == .text || right == .boolean {
        report(
          .operatorMismatch(operator: comparison.operator.rawValue, left: right.description),
          comparison.operatorRange)
        return
      }
    }
    guard fits else {
      report(
        .operatorMismatch(operator: comparison.operator.rawValue, left: described),
        comparison.operatorRange)
      return
    }
    if comparison.operator == .contains || comparison.operator == .matches {
      guard right != .text, right != .unknown, left != .unknown || comparison.operator == .matches
      else { return }
      report(
        .typeMismatch(left: described, right: right.description), comparison.value.range,
        help: "put the text in quotes")
      return
    }
    guard left != .unknown, right != .unknown, left != right else { return }
    report(
      .typeMismatch(left: described, right: right.description), comparison.value.range,
      labels: [label(comparison.operatorRange, "compared here")],
      help: left == .number ? "write a number" : "write \(left.description)")
  }

  /// Holds the right side to the words that a fact can have.
  private mutating func checkWord(_ comparison: Comparison, of fact: String) {
    switch comparison.operator {
    case .equal, .notEqual: break
    default: return
    }
    guard let (word, range) = word(of: comparison.value) else { return }
    switch fact {
    case "outcome":
      if ValueType.outcomes.contains(word) { return }
      report(.wrongWord(found: word, expected: ValueType.outcomes), range)
    case "message.severity":
      let words = ["info", "warning", "error"]
      if words.contains(word.lowercased()) { return }
      report(.wrongWord(found: word, expected: words), range)
    case "step":
      guard case .name(let name) = comparison.value, let words,
        !words.knowsStep(bytes, name.range)
      else { return }
      reportStep(name)
    default: return
    }
  }

  /// The word or text that a value is, unless it is the name of another value.
  private func word(of value: Expression) -> (String, SourceRange)? {
    switch value {
    case .name(let name):
      if scope.knows(WordHash.exact(bytes, name.range)) { return nil }
      return (source.text(name.range), name.range)
    case .text(let text):
      guard let fixed = TextLiteral.fixedText(text, in: source) else { return nil }
      return (fixed, text.range)
    default: return nil
    }
  }
}
