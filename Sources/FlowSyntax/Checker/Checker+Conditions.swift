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
    let fact = source.text(name.range)
    if comparison == nil, ValueType.outcomes.contains(fact) { return }
    guard let type = type(of: fact, name) else {
      reportFact(name, fact)
      // The right side may be wrong as well.
      if let comparison { check(comparison.value, wordsStand: true) }
      return
    }
    guard let comparison else { return }
    let wordsStand = fact == "step" || fact == "outcome" || fact == "message.severity"
    check(comparison.value, wordsStand: wordsStand)
    check(comparison, of: fact, type)
    checkWord(comparison, of: fact)
  }

  /// The type of a fact or a name, `nil` where there is none.
  private func type(of fact: String, _ name: Name) -> ValueType? {
    if let type = ValueType.builtIn(fact) { return type }
    if let type = scope.type(WordHash.exact(bytes, name.range)) { return type }
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

  private mutating func check(_ comparison: Comparison, of fact: String, _ left: ValueType) {
    let right = scope.type(of: comparison.value)
    let described = "\(Prose.ticked(fact)) (\(left.description))"
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
      guard let fixed = TextLiteral.read(text, in: source).fixedText else { return nil }
      return (fixed, text.range)
    default: return nil
    }
  }
}
