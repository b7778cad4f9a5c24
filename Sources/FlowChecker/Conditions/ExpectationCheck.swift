import FlowDiagnostics
import FlowSyntax

/// Finds expectations of a flow that no run can meet.
struct ExpectationCheck: CheckPart {
  let context: CheckContext

  /// A requirement of an expectation for the end of a run, if it can contradict other requirements.
  private struct Held {
    /// The subject of the requirement.
    enum What {
      case outcome(WordID)
      /// A fact that has only one value at a time.
      ///
      /// The id is the id of the fact's name.
      case fact(WordID, Value)
      case path(Test.Path)
    }

    enum Value {
      case word(WordID)
      case number(Comparison.Operator, Double)
    }

    var what: What
    /// Whether the requirement is negated.
    var isDenied: Bool
    var range: SourceRange
  }

  /// The maximum number of requirements of a flow that are compared with each other.
  ///
  /// Users write fewer, and the work grows with the square of the number.
  private static let heldMax = 64

  /// Reports expectations of a flow that contradict each other.
  func checkExpectations(_ body: [Statement]) {
    var held: [Held] = []
    for index in context.header.expectations {
      guard case .expect(let node) = body[index] else { continue }
      if let outcome = node.outcome {
        held.append(Held(what: .outcome(id(outcome)), isDenied: false, range: outcome.range))
      }
      if let condition = node.condition { collect(condition, isDenied: false, &held) }
    }
    for index in held.indices.prefix(ExpectationCheck.heldMax) {
      let test = held[index]
      if isNever(test) {
        report(
          .impossibleExpectation(message: "this is never true"), test.range,
          help: "steps and attempts are counted from 0")
        continue
      }
      guard let other = (0..<index).first(where: { isConflict(held[$0], test) }) else { continue }
      report(
        .impossibleExpectation(message: "this and another expectation can't both hold"),
        test.range, labels: [label(held[other].range, "the other is here")])
    }
  }

  // MARK: Collecting

  private func collect(_ condition: Condition, isDenied: Bool, _ held: inout [Held]) {
    switch condition {
    case .and(let parts):
      // `not (a and b)` holds if only one of the parts is false.
      if !isDenied { for part in parts { collect(part, isDenied: false, &held) } }
    case .or(let parts):
      if isDenied { for part in parts { collect(part, isDenied: true, &held) } }
    case .not(_, let part): collect(part, isDenied: !isDenied, &held)
    case .test(let test):
      if let what = what(test) {
        held.append(Held(what: what, isDenied: isDenied != isTurned(test), range: test.range))
      }
    }
  }

  private func isTurned(_ test: Test) -> Bool { test.comparison?.operator == .notEqual }

  private func what(_ test: Test) -> Held.What? {
    switch test.subject {
    case .path(let path): return .path(path)
    case .fact(let name): return what(name, test.comparison)
    case .offers, .has, .sent, .used: return nil
    }
  }

  private func what(_ name: Name, _ comparison: Comparison?) -> Held.What? {
    guard let comparison else {
      return FixedSets.outcomes.contains(id(name)) ? .outcome(id(name)) : nil
    }
    let fact = BuiltInFact(id(name))
    if let fact {
      guard fact == .outcome || fact == .steps || fact == .attempt else { return nil }
    } else {
      // A list can fulfill several requirements at once. The type of an unknown fact may be a list.
      let type = words?.factType(id(name))
      guard type == .text || type == .number || type == .boolean else { return nil }
    }
    switch comparison.operator {
    case .contains, .matches: return nil
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: break
    }
    if case .number(let number) = comparison.value {
      let held = comparison.operator == .notEqual ? .equal : comparison.operator
      return .fact(id(name), .number(held, number.value))
    }
    guard let word = word(of: comparison.value) else { return nil }
    return fact == .outcome ? .outcome(word) : .fact(id(name), .word(word))
  }

  /// Returns the id of a text, or of a word that stands for itself; `nil` for any other value.
  private func word(of value: Expression) -> WordID? {
    switch value {
    case .text(let text): text.isPlain ? numbers.folded(bytes, text.inner) : nil
    case .name(let name): context.scope.knows(id(name)) ? nil : folded(name)
    case .boolean(let literal): FixedWords.id(literal.value ? .isTrue : .isFalse)
    case .number, .duration, .lookup, .call, .totp, .random: nil
    }
  }

  // MARK: Comparing

  /// Whether a requirement can never be met, because counters aren't negative.
  private func isNever(_ test: Held) -> Bool {
    guard case .fact(let name, .number(let op, let value)) = test.what, !test.isDenied,
      name == ExpectationCheck.steps || name == ExpectationCheck.attempt
    else { return false }
    switch op {
    case .less: return value <= 0
    case .lessOrEqual, .equal: return value < 0
    default: return false
    }
  }

  private static let steps = FixedWords.id("steps")
  private static let attempt = FixedWords.id("attempt")

  private func isConflict(_ left: Held, _ right: Held) -> Bool {
    switch (left.what, right.what) {
    case (.outcome(let a), .outcome(let b)):
      return left.isDenied == right.isDenied ? !left.isDenied && a != b : a == b
    case (.fact(let a, .word(let x)), .fact(let b, .word(let y))):
      guard a == b else { return false }
      return left.isDenied == right.isDenied ? !left.isDenied && x != y : x == y
    case (.fact(let a, .number(let f, let x)), .fact(let b, .number(let g, let y))):
      guard a == b, !(left.isDenied && f == .equal), !(right.isDenied && g == .equal) else {
        return a == b && f == .equal && g == .equal && left.isDenied != right.isDenied && x == y
      }
      let first = Bounds(f, x, isDenied: left.isDenied)
      return !first.meets(Bounds(g, y, isDenied: right.isDenied))
    case (.path(let a), .path(let b)):
      return !left.isDenied && !right.isDenied && (isConflict(a, b) || isConflict(b, a))
    default: return false
    }
  }

  private func isConflict(_ left: Test.Path, _ right: Test.Path) -> Bool {
    switch (left.mode, right.mode) {
    case (.exact, .exact): left.patterns.count != right.patterns.count
    case (.exact, .contains): left.patterns.count < right.patterns.count
    case (.exact, .never), (.contains, .never):
      left.patterns.contains { taken in right.patterns.contains { covers($0, taken) } }
    default: false
    }
  }

  /// Whether a pattern matches every step that another pattern matches.
  private func covers(_ wide: Pattern, _ narrow: Pattern) -> Bool {
    let keys = PatternKeys(numbers)
    guard let key = keys.own(wide, bytes) else { return false }
    var prefixes = StepPrefixes(numbers)
    var isCovered = false
    keys.covering(narrow, prefixes(narrow.step, bytes), bytes) { other in
      if other == key { isCovered = true }
    }
    return isCovered
  }
}

/// The range of numbers that a comparison allows.
private struct Bounds {
  private var least = -Double.infinity
  private var most = Double.infinity
  private var hasLeast = true
  private var hasMost = true

  init(_ op: Comparison.Operator, _ value: Double, isDenied: Bool) {
    switch (op, isDenied) {
    case (.less, false), (.greaterOrEqual, true): (most, hasMost) = (value, false)
    case (.lessOrEqual, false), (.greater, true): most = value
    case (.greater, false), (.lessOrEqual, true): (least, hasLeast) = (value, false)
    case (.greaterOrEqual, false), (.less, true): least = value
    case (.equal, false): (least, most) = (value, value)
    default: break
    }
  }

  /// Whether some number is in both ranges.
  func meets(_ other: Bounds) -> Bool {
    let low = max(least, other.least)
    let high = min(most, other.most)
    guard low == high else { return low < high }
    return has(low) && other.has(low)
  }

  private func has(_ number: Double) -> Bool {
    (number != least || hasLeast) && (number != most || hasMost)
  }
}
