import FlowText
import FlowDiagnostics

extension Parser {
  /// rule = "on" pattern { "or" pattern } { "when" condition | limit }
  ///        ( action { "then" action } | "{" { action } "}" ) .
  ///
  /// `when` and the limit may each appear at most once, in either order.
  mutating func rule() throws(Abandon) -> Rule {
    let start = advance().start
    var patterns = [try pattern()]
    while accept(.or) != nil { patterns.append(try pattern()) }
    var condition: Condition?
    var limit: Rule.Limit?
    while true {
      if condition == nil, accept(.when) != nil {
        condition = try self.condition()
      } else if limit == nil, let clause = try acceptLimit() {
        limit = clause
      } else {
        break
      }
    }
    let actions = try actions(after: patterns)
    return Rule(
      range: range(from: start), patterns: patterns, condition: condition, limit: limit,
      actions: actions)
  }

  /// pattern = step [ subject [ "via" method ] ] .
  ///
  /// step = name | "any" . subject = name | text . method = name | text .
  ///
  /// A word that begins an action or a clause isn't a subject, unless it is in quotes.
  mutating func pattern() throws(Abandon) -> Pattern {
    let step = try expectName(.step)
    var subject: Label?
    var method: Label?
    if subjectBegins {
      subject = try expectLabel(.subject)
      if accept(.via) != nil { method = try expectLabel(.option) }
    }
    return Pattern(
      range: range(from: step.range.start), step: step, subject: subject, method: method)
  }

  private var subjectBegins: Bool {
    switch token.kind {
    case .text, .richText: return true
    case .word:
      if token.keyword == .up { return following.keyword != .to }
      return token.keyword.action == nil && !Parser.endsPattern(token.keyword)
    default: return false
    }
  }

  private static func endsPattern(_ keyword: Keyword) -> Bool {
    switch keyword {
    case .when, .once, .or, .and, .then, .with, .via: true
    default: false
    }
  }

  /// limit = "once" | "up" "to" number "times" .
  private mutating func acceptLimit() throws(Abandon) -> Rule.Limit? {
    if let word = accept(.once) { return Rule.Limit(range: word.range, times: 1) }
    guard let word = accept(.up) else { return nil }
    try expect(.to)
    let number = try expect(.number)
    try expect(.times)
    guard let times = Int(source.text(number.range)), times > 0 else {
      report(.malformedNumber, number.range, help: "write a whole number of at least 1")
      throw Abandon()
    }
    return Rule.Limit(range: range(from: word.start), times: times)
  }

  private mutating func actions(after patterns: [Pattern]) throws(Abandon) -> [Action] {
    guard token.kind == .leftBrace else {
      if token.keyword.action == nil, let slip = slip(in: patterns) { throw slip }
      _ = at(.leftBrace)
      var actions = [try action()]
      while accept(.then) != nil { actions.append(try action()) }
      return actions
    }
    return try actionBlock()
  }

  /// Reports a misspelled action, which was read as the subject of a pattern.
  private mutating func slip(in patterns: [Pattern]) -> Abandon? {
    guard case .word(let name)? = patterns.last?.subject,
      [.word, .endOfStatement, .endOfFile].contains(token.kind)
    else { return nil }
    let found = source.text(name.range)
    // The first letters must be equal. So `email` isn't a typo of `fail`.
    let verbs = Keyword.allCases.filter { $0.action != nil }.map(\.spelling)
    let near = Suggestion.nearest(found, among: verbs).filter { $0.first == found.first }
    let expected = Slip.usual(found).map { [$0] } ?? near
    guard verbs.contains(where: expected.contains) else { return nil }
    report(.wrongWord(found: found, expected: expected), name.range)
    return Abandon()
  }

  private mutating func actionBlock() throws(Abandon) -> [Action] {
    let opener = advance()
    try enter()
    defer { leave() }
    var actions: [Action] = []
    let problems = diagnostics.count
    while token.kind != .rightBrace {
      if token.kind == .endOfStatement {
        advance()
        continue
      }
      guard token.kind != .endOfFile, !beginsDeclaration, token.keyword != .on else {
        unclosed(opener)
        return actions
      }
      let before = token.start
      do throws(Abandon) {
        actions.append(try action())
        while accept(.then) != nil { actions.append(try action()) }
        try endStatement()
      } catch {
        synchronize(after: before)
      }
    }
    if actions.isEmpty, diagnostics.count == problems {
      at(.action)
      throw unexpected()
    }
    advance()
    return actions
  }

  /// action = choose | answer | prompt | poll | wait | meanwhile | expect
  ///        | "say" text | "fail" text | "submit" | "skip" | "cancel" | "deny" | "resend"
  ///        | "recover" | "send" | "follow" | "stop" .
  mutating func action() throws(Abandon) -> Action {
    guard let verb = token.keyword.action else {
      for keyword in Keyword.allCases where keyword.action != nil && at(keyword) {}
      throw unexpected()
    }
    switch verb {
    case .choose: return .choose(try choose())
    case .answer: return .answer(try answer())
    case .prompt: return .prompt(try prompt())
    case .poll: return .poll(try poll())
    case .wait: return .wait(try wait())
    case .meanwhile: return .meanwhile(try meanwhile())
    case .expect: return .expect(try expectStatement())
    case .say: return .say(try say())
    case .fail: return .fail(try say())
    case .plain(let verb): return .plain(PlainAction(range: advance().range, verb: verb))
    }
  }

  /// choose = "choose" option { "or" option } .
  mutating func choose() throws(Abandon) -> Choose {
    let start = advance().start
    var options = [try option()]
    while accept(.or) != nil { options.append(try option()) }
    return Choose(range: range(from: start), options: options)
  }

  /// option = ( name | text ) [ "via" ( name | text ) ] [ "with" assignments ] .
  private mutating func option() throws(Abandon) -> OptionPattern {
    var option = try bareOption()
    if accept(.with) != nil {
      option.fields = try assignments()
      option.range = range(from: option.range.start)
    }
    return option
  }

  /// Reads an option without fields, as conditions have it.
  mutating func bareOption() throws(Abandon) -> OptionPattern {
    let name = try expectLabel(.option)
    let method = try accept(.via) == nil ? nil : expectLabel(.option)
    return OptionPattern(
      range: range(from: name.range.start), name: name, method: method, fields: [])
  }

  /// answer = "answer" field [ "=" value ] { "," field [ "=" value ] } .
  ///
  /// field = name [ "?" ] .
  private mutating func answer() throws(Abandon) -> AnswerAction {
    let start = advance().start
    var fields = [try fieldAnswer()]
    while accept(.comma) != nil { fields.append(try fieldAnswer()) }
    return AnswerAction(range: range(from: start), fields: fields)
  }

  private mutating func fieldAnswer() throws(Abandon) -> FieldAnswer {
    let name = try expectName(.field)
    let mayBeAbsent = accept(.question) != nil
    let value = try accept(.equal) == nil ? nil : expression()
    return FieldAnswer(
      range: range(from: name.range.start), field: name, mayBeAbsent: mayBeAbsent, value: value)
  }

  /// prompt = "prompt" [ field [ text ] { "," field [ text ] } ] .
  private mutating func prompt() throws(Abandon) -> Prompt {
    let start = advance().start
    at(.field)
    guard token.kind == .word, token.keyword != .then else {
      guard atEnd() || token.keyword == .then else { throw unexpected() }
      return Prompt(range: range(from: start), fields: [])
    }
    var fields = [try promptField()]
    while accept(.comma) != nil { fields.append(try promptField()) }
    return Prompt(range: range(from: start), fields: fields)
  }

  private mutating func promptField() throws(Abandon) -> PromptField {
    let name = try expectName(.field)
    let mayBeAbsent = accept(.question) != nil
    let text = acceptText()
    return PromptField(
      range: range(from: name.range.start), field: name, mayBeAbsent: mayBeAbsent, text: text)
  }

  /// poll = "poll" { "every" duration | "for" duration } .
  ///
  /// Each part may appear at most once, in either order.
  private mutating func poll() throws(Abandon) -> Poll {
    let start = advance().start
    var every: DurationLiteral?
    var limit: DurationLiteral?
    while true {
      if every == nil, accept(.every) != nil {
        every = try span()
      } else if limit == nil, accept(.for) != nil {
        limit = try span()
      } else {
        break
      }
    }
    return Poll(range: range(from: start), every: every, limit: limit)
  }

  /// wait = "wait" duration .
  private mutating func wait() throws(Abandon) -> Wait {
    let start = advance().start
    let duration = try span()
    return Wait(range: range(from: start), duration: duration)
  }

  /// meanwhile = "meanwhile" name [ "with" assignments ] .
  private mutating func meanwhile() throws(Abandon) -> Meanwhile {
    let start = advance().start
    let event = try expectName()
    let parameters = try accept(.with) == nil ? [] : assignments()
    return Meanwhile(range: range(from: start), event: event, parameters: parameters)
  }

  private mutating func say() throws(Abandon) -> Say {
    let start = advance().start
    let text = try expectText()
    return Say(range: range(from: start), text: text)
  }
}

extension Keyword {
  /// The actions that keywords begin.
  enum ActionVerb {
    case choose, answer, prompt, poll, wait, meanwhile, expect, say, fail
    case plain(PlainAction.Verb)
  }

  /// The action that this keyword begins; `nil` if it doesn't begin one.
  var action: ActionVerb? {
    switch self {
    case .choose: .choose
    case .answer: .answer
    case .prompt: .prompt
    case .poll: .poll
    case .wait: .wait
    case .meanwhile: .meanwhile
    case .expect: .expect
    case .say: .say
    case .fail: .fail
    case .submit: .plain(.submit)
    case .skip: .plain(.skip)
    case .cancel: .plain(.cancel)
    case .deny: .plain(.deny)
    case .resend: .plain(.resend)
    case .recover: .plain(.recover)
    case .send: .plain(.send)
    case .follow: .plain(.follow)
    case .stop: .plain(.stop)
    default: nil
    }
  }
}
