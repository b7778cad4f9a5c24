import FlowDiagnostics

extension Parser {
  /// condition = conjunction { "or" conjunction } .
  mutating func condition() throws(Abandon) -> Condition {
    try enter()
    defer { leave() }
    let first = try conjunction()
    guard token.keyword == .or else {
      _ = at(.or)
      return first
    }
    advance()
    var parts = [first, try conjunction()]
    while accept(.or) != nil { parts.append(try conjunction()) }
    return .or(parts)
  }

  /// conjunction = negation { "and" negation } .
  private mutating func conjunction() throws(Abandon) -> Condition {
    let first = try negation()
    guard token.keyword == .and else {
      _ = at(.and)
      return first
    }
    advance()
    var parts = [first, try negation()]
    while accept(.and) != nil { parts.append(try negation()) }
    return .and(parts)
  }

  /// negation = "not" negation | "(" condition ")" | test .
  private mutating func negation() throws(Abandon) -> Condition {
    if let word = accept(.not) {
      try enter()
      defer { leave() }
      return .not(word.range, try negation())
    }
    if accept(.leftParenthesis) != nil {
      let inner = try condition()
      try expect(.rightParenthesis)
      return inner
    }
    return .test(try test())
  }

  /// test = "offers" option | "has" name | "path" [ "contains" | "never" ] path
  ///      | "sent" ( name | text ) | "used" ( name | text ) | fact [ comparison ] .
  ///
  /// fact = name . path = pattern { "," pattern } .
  private mutating func test() throws(Abandon) -> Test {
    at(.condition)
    guard token.kind == .word else { throw unexpected() }
    let start = token.start
    let takesOperand = [.word, .text, .richText].contains(following.kind)
    switch token.keyword {
    case .offers where takesOperand:
      advance()
      let option = try bareOption()
      return Test(range: range(from: start), subject: .offers(option), comparison: nil)
    case .has where takesOperand:
      advance()
      let field = try expectName(.field)
      return Test(range: range(from: start), subject: .has(field), comparison: nil)
    case .sent where takesOperand && !following.beginsComparison:
      advance()
      let label = try expectLabel(.option)
      return Test(range: range(from: start), subject: .sent(label), comparison: nil)
    case .used where takesOperand:
      advance()
      let label = try expectLabel(.option)
      return Test(range: range(from: start), subject: .used(label), comparison: nil)
    case .path where takesOperand:
      return try pathTest()
    default:
      let name = try expectName()
      let comparison = try acceptComparison()
      return Test(range: range(from: start), subject: .fact(name), comparison: comparison)
    }
  }

  private mutating func pathTest() throws(Abandon) -> Test {
    let start = advance().start
    var mode = Test.Path.Mode.exact
    if accept(.contains) != nil {
      mode = .contains
    } else if accept(.never) != nil {
      mode = .never
    }
    var patterns = [try pattern()]
    while accept(.comma) != nil { patterns.append(try pattern()) }
    let path = Test.Path(mode: mode, patterns: patterns)
    return Test(range: range(from: start), subject: .path(path), comparison: nil)
  }

  /// comparison = ( "is" [ "not" ] | "contains" | "matches" | "<" | "<=" | ">" | ">=" ) value .
  private mutating func acceptComparison() throws(Abandon) -> Comparison? {
    guard token.beginsComparison else {
      // These calls record what is accepted here, for the message about an unexpected token.
      for keyword in [Keyword.is, .contains, .matches] { _ = at(keyword) }
      for kind in [TokenKind.less, .lessOrEqual, .greater, .greaterOrEqual] { _ = at(kind) }
      return nil
    }
    let start = token.start
    let `operator`: Comparison.Operator
    switch (token.kind, token.keyword) {
    case (.less, _): `operator` = .less
    case (.lessOrEqual, _): `operator` = .lessOrEqual
    case (.greater, _): `operator` = .greater
    case (.greaterOrEqual, _): `operator` = .greaterOrEqual
    case (_, .contains): `operator` = .contains
    case (_, .matches): `operator` = .matches
    case (_, .is) where following.keyword == .not:
      advance()
      `operator` = .notEqual
    case (_, .is): `operator` = .equal
    default:
      report(
        .unexpected(found: token.kind.description, expected: ["`is`"]), token.range,
        help: Slip.help(for: "=="))
      throw Abandon()
    }
    advance()
    let operatorRange = range(from: start)
    let value = try expression()
    return Comparison(operator: `operator`, operatorRange: operatorRange, value: value)
  }
}

extension Token {
  /// Whether the token begins a comparison.
  var beginsComparison: Bool {
    switch kind {
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal: true
    case .word: keyword == .is || keyword == .contains || keyword == .matches
    default: false
    }
  }
}
