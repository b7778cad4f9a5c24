import FlowDiagnostics

extension Parser {
  /// statement = engine | start | against | use | let | rule | expect | otherwise
  ///           | known | field-value | preference .
  ///
  /// A statement that isn't allowed in its container is read, reported and omitted.
  mutating func statement(in container: Container) throws(Abandon) -> Statement? {
    if token.kind == .word, following.kind == .equal {
      let answer = try profileAnswer()
      guard container == .profile else {
        let name = source.text(answer.field.range)
        report(
          .misplaced(statement: "`\(name) = …`", container: "a profile"), answer.range,
          help: "to name a value here, write `let \(name) = …`")
        return nil
      }
      return .answer(answer)
    }
    switch token.keyword {
    case .on: return .rule(try rule())
    case .use: return .use(try use())
    case .let:
      let constant = try constant()
      if container == .flow { namesOfLets.append(constant.name) }
      return .constant(constant)
    case .choose:
      let choose = try choose()
      guard container == .profile else {
        report(
          .misplaced(statement: "`choose …`", container: "a profile"), choose.range,
          help: "in a flow, name the step: `on select-authenticator choose …`")
        return nil
      }
      return .preference(choose)
    case .engine, .start, .against, .expect, .otherwise, .known:
      let keyword = token.keyword
      let statement = try flowStatement()
      guard container != .profile else {
        report(
          .misplaced(statement: "`\(keyword.spelling)`", container: "a flow"), statement.range)
        return nil
      }
      return statement
    default: throw noStatement(in: container)
    }
  }

  /// Reports that no statement begins here, and lists the words that could begin a statement.
  mutating func noStatement(in container: Container) -> Abandon {
    var keywords: [Keyword] = [.on, .use, .let]
    switch container {
    case .file:
      keywords += [.engine, .start, .against, .expect, .otherwise, .known]
      keywords += [.import, .profile, .org, .flow, .claim]
    case .flow: keywords += [.engine, .start, .against, .expect, .otherwise, .known]
    case .profile:
      keywords.append(.choose)
      at(.field)
    }
    for keyword in keywords where at(keyword) {}
    return unexpected()
  }

  private mutating func flowStatement() throws(Abandon) -> Statement {
    switch token.keyword {
    case .engine: .engine(try engine())
    case .start: .start(try start())
    case .against: .against(try against())
    case .expect: .expect(try expectStatement())
    case .known: .known(try known())
    default: .otherwise(try otherwise())
    }
  }

  /// engine = "engine" name .
  private mutating func engine() throws(Abandon) -> EngineStatement {
    let start = advance().start
    let name = try expectName()
    return EngineStatement(range: range(from: start), name: name)
  }

  /// start = "start" [ "from" ] name [ "at" name value ] [ "with" assignments ] .
  private mutating func start() throws(Abandon) -> Start {
    let start = advance().start
    let isFrom = at(.from) && following.kind == .word
    if isFrom { advance() }
    let intent = try expectName()
    var parameters: [Assignment] = []
    if accept(.at) != nil {
      let start = token.start
      let name = try expectName(.field)
      let value = try expression()
      parameters.append(Assignment(range: range(from: start), name: name, value: value))
    }
    if accept(.with) != nil { parameters += try assignments() }
    return Start(
      range: range(from: start), intent: intent, isFrom: isFrom, parameters: parameters)
  }

  /// against = "against" name .
  private mutating func against() throws(Abandon) -> Against {
    let start = advance().start
    let org = try expectName()
    return Against(range: range(from: start), org: org)
  }

  /// use = "use" name { "," name } .
  private mutating func use() throws(Abandon) -> Use {
    let start = advance().start
    let profiles = try names()
    return Use(range: range(from: start), profiles: profiles)
  }

  /// let = "let" name "=" value .
  private mutating func constant() throws(Abandon) -> Let {
    let start = advance().start
    let name = try expectName()
    try expect(.equal)
    let value = try expression()
    return Let(range: range(from: start), name: name, value: value)
  }

  /// field-value = name "=" value .
  private mutating func profileAnswer() throws(Abandon) -> ProfileAnswer {
    let start = token.start
    let field = try expectName(.field)
    try expect(.equal)
    let value = try expression()
    return ProfileAnswer(range: range(from: start), field: field, value: value)
  }

  /// assignments = name "=" value { "," name "=" value } .
  mutating func assignments() throws(Abandon) -> [Assignment] {
    var all = [try assignment()]
    while accept(.comma) != nil { all.append(try assignment()) }
    return all
  }

  private mutating func assignment() throws(Abandon) -> Assignment {
    let start = token.start
    let name = try expectName(.field)
    try expect(.equal)
    let value = try expression()
    return Assignment(range: range(from: start), name: name, value: value)
  }

  /// otherwise = "otherwise" action .
  private mutating func otherwise() throws(Abandon) -> Otherwise {
    let start = advance().start
    let action = try action()
    return Otherwise(range: range(from: start), action: action)
  }

  /// known = "known" text "until" text .
  private mutating func known() throws(Abandon) -> Known {
    let start = advance().start
    let reason = try expectText()
    try expect(.until)
    let until = try expectText()
    return Known(range: range(from: start), reason: reason, until: until)
  }

  /// expect = "expect" expectation .
  mutating func expectStatement() throws(Abandon) -> Expect {
    let start = advance().start
    return try expectation(from: start)
  }

  /// expectation = outcome [ [ "and" ] condition ] | condition .
  ///
  /// outcome = "success" | "finished" | "failure" | "refused" | "cancelled" | "stopped" .
  mutating func expectation(from start: UInt32) throws(Abandon) -> Expect {
    var outcome: Name?
    // In `success or finished`, `success` is part of a condition.
    if isOutcome(token), !following.beginsComparison, following.keyword != .or {
      outcome = Name(advance())
      if atEnd() || token.keyword == .then {
        return Expect(range: range(from: start), outcome: outcome, condition: nil)
      }
      _ = accept(.and)
    }
    let condition = try condition()
    return Expect(range: range(from: start), outcome: outcome, condition: condition)
  }

  /// Whether a token is the name of an outcome, such as `success`.
  private func isOutcome(_ token: Token) -> Bool {
    token.keyword == .none && (7...9).contains(token.end - token.start)
      && OutcomeWords.all.contains(source.text(token.range))
  }
}
