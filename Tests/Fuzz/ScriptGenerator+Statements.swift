@testable import FlowSyntax

extension ScriptGenerator {
  mutating func item() -> String {
    switch below(12) {
    case 0: "import" + gap() + plainText()
    case 1, 2: "profile " + name() + gap() + block { $0.profileStatement() }
    case 3, 4, 5: flow()
    case 6: org()
    case 7: claim()
    default: statement()
    }
  }

  /// Braces with any number of lines, on one line or on several.
  mutating func block(
    least: Int = 0, _ make: (inout Self) -> String
  ) -> String {
    let isOneLine = chance(25)
    var text = isOneLine ? "{ " : "{" + maybe(20) { _ in "  # begins" } + "\n"
    for _ in 0..<least + below(5) {
      text += (isOneLine ? "" : pick(["  ", "", "\t", "      "])) + make(&self)
      if isOneLine {
        text += "; "
      } else {
        text += maybe(15) { _ in " # why" } + pick(["\n", "\n", "\n\n", "\n\n\n", "\r\n", ";\n"])
      }
    }
    return text + "}"
  }

  private mutating func flow() -> String {
    var text = "flow " + self.text()
    text += maybe(30) {
      $0.pick([" ", "\n", " \n\n  "]) + "tagged " + $0.list(3, by: ",") { $0.name() }
    }
    for _ in 0..<below(3) {
      let count = 1 + below(2)
      text +=
        pick([" ", " ", "\n", " # why\n"]) + "for "
        + (0..<count).map { _ in name() }.joined(separator: ", ") + " in "
      text += list(3, by: ",") { random in
        count == 1
          ? random.value()
          : "(" + (0..<count).map { _ in random.value() }.joined(separator: ", ") + ")"
      }
    }
    return text + gap() + block { $0.statement() }
  }

  private mutating func profileStatement() -> String {
    switch below(5) {
    case 0: name() + pick([" = ", "=", "   = "]) + value()
    case 1: choose()
    case 2: "use " + list(2, by: ",") { $0.name() }
    case 3: rule()
    default: constant()
    }
  }

  mutating func statement() -> String {
    switch below(15) {
    case 0: "engine " + name()
    case 1: start()
    case 2: "against " + name()
    case 3: "use " + list(2, by: ",") { $0.name() }
    case 4: constant()
    case 5: "otherwise " + action()
    case 6, 7: "expect " + expectation()
    case 8: "known " + plainText() + gap() + "until " + pick(["\"2026-12-31\"", plainText()])
    default: rule()
    }
  }

  private mutating func constant() -> String { "let " + anyName() + " = " + value() }

  private mutating func start() -> String {
    "start " + maybe(20) { _ in "from " } + name()
      + maybe(30) { " with" + $0.gap(canBreak: true) + $0.assignments() }
  }

  private mutating func assignments() -> String {
    list(3, by: ",") { $0.name() + $0.pick([" = ", "="]) + $0.value() }
  }

  // MARK: Rules

  private mutating func rule() -> String {
    var text = "on " + list(2, by: "or") { $0.pattern() }
    let condition = maybe(35) { $0.gap(canBreak: true) + "when " + $0.condition() }
    let limit = maybe(20) { $0.pick([" once", " up to 3 times"]) }
    text += chance(50) ? condition + limit : limit + condition
    if chance(30) { return text + gap() + block(least: 1) { $0.actions() } }
    return text + gap() + actions()
  }

  mutating func pattern() -> String {
    pick([name(), "any"])
      + maybe { $0.gap() + $0.label() + $0.maybe(30) { " via " + $0.label() } }
  }

  private mutating func actions() -> String { list(2, by: "then") { $0.action() } }

  private mutating func action() -> String {
    switch below(14) {
    case 0, 1: choose()
    case 2, 3, 4: answer()
    case 5: prompt()
    case 6: "poll" + maybe { " every " + $0.duration() } + maybe { " for " + $0.duration() }
    case 7: "wait " + duration()
    case 8: "meanwhile " + name() + maybe(40) { " with " + $0.assignments() }
    case 9: "expect " + expectation()
    case 10: pick(["say ", "fail "]) + text()
    default: pick(PlainAction.Verb.allCases.map(\.rawValue))
    }
  }

  private mutating func choose() -> String {
    "choose " + list(3, by: "or") { $0.option() + $0.maybe(15) { " with " + $0.assignments() } }
  }

  private mutating func option() -> String {
    label() + maybe(30) { $0.gap(canBreak: true) + "via " + $0.label() }
  }

  private mutating func answer() -> String {
    "answer "
      + list(3, by: ",") {
        $0.anyName() + $0.maybe(15) { _ in "?" }
          + $0.maybe(70) { $0.pick([" = ", "="]) + $0.value() }
      }
  }

  private mutating func prompt() -> String {
    "prompt"
      + maybe {
        " "
          + $0.list(3, by: ",") {
            $0.name() + $0.maybe(15) { _ in "?" } + $0.maybe(30) { " " + $0.text() }
          }
      }
  }

  // MARK: Conditions

  private mutating func expectation() -> String {
    guard chance(40) else { return condition() }
    let outcome = pick(LanguageWords.outcomes)
    return outcome + maybe { $0.pick([" and ", " "]) + $0.test() }
  }

  mutating func condition(_ depth: Int = 2) -> String {
    list(2, by: "or") { $0.list(2, by: "and") { $0.negation(depth) } }
  }

  private mutating func negation(_ depth: Int) -> String {
    switch below(8) {
    case 0 where depth > 0: "not " + negation(depth - 1)
    case 1 where depth > 0: "(" + maybe(10) { _ in "\n" } + condition(depth - 1) + ")"
    default: test()
    }
  }

  private mutating func test() -> String {
    switch below(8) {
    case 0: "offers " + option()
    case 1: "has " + anyName()
    case 2:
      "path "
        + maybe { $0.pick(Test.Path.Mode.allCases.map(\.rawValue).filter { $0 != "exact" }) + " " }
        + list(3, by: ",") { $0.pattern() }
    case 3: pick(["sent ", "used "]) + label()
    default:
      pick(LanguageWords.facts + [name()])
        + maybe(70) {
          " " + $0.pick(Comparison.Operator.allCases.map(\.rawValue)) + " " + $0.value()
        }
    }
  }

  // MARK: Orgs and claims

  private mutating func org() -> String {
    "org " + name() + maybe(20) { _ in " for nextauth" } + maybe(20) { " at " + $0.plainText() }
      + " " + block { $0.setting(2) }
  }

  private mutating func setting(_ depth: Int) -> String {
    name() + maybe(70) { " " + $0.list(3, by: ",") { $0.atoms() } }
      + maybe(depth > 0 ? 25 : 0) { " " + $0.block { $0.setting(depth - 1) } }
  }

  private mutating func atoms() -> String {
    (0..<1 + below(3)).map { _ in atom() }.joined(separator: " ")
  }

  private mutating func atom() -> String {
    switch below(10) {
    case 0, 1: text()
    case 2: number()
    case 3: duration()
    case 4: pick(["env X", "secret Y", "file \"z\""])
    case 5: pick(["= 1", "?", "<", "<=", ">", ">=", "(a)"])
    case 6: "a or b"
    default: name()
    }
  }

  private mutating func claim() -> String {
    "claim " + text() + " "
      + block {
        switch $0.below(10) {
        case 0..<3: "for " + $0.name() + " in " + $0.atoms()
        case 3: $0.pick(["source ", "help "]) + $0.text()
        case 4: "recommended"
        default: $0.pick(LanguageWords.keywords(.quantifier)) + " " + $0.expectation()
        }
      }
  }
}
