import FlowDiagnostics

/// Converts a script's syntax tree to nodes of one type.
struct SyntaxTreeBuilder {
  let source: SourceFile
  /// The problems in the script's texts.
  var diagnostics: [Diagnostic] = []
  /// The first bytes of the texts that are secrets.
  let secrets: Set<UInt32>

  init(_ source: SourceFile) {
    self.source = source
    secrets = Set(SecretLiterals(source).ranges().map(\.start))
  }

  // MARK: Declarations

  mutating func script(_ script: Script) -> SyntaxNode {
    var children: [SyntaxNode] = []
    for item in script.items { children.append(self.item(item)) }
    return SyntaxNode(
      .script, SourceRange(0, UInt32(source.bytes.count)), children: children)
  }

  private mutating func item(_ item: Item) -> SyntaxNode {
    switch item {
    case .importing(let node):
      SyntaxNode(.import, node.range, children: [text(node.path, role: "path")])
    case .profile(let node):
      SyntaxNode(
        .profile, node.range, children: [name(node.name, role: "name")] + statements(node.body))
    case .org(let node): org(node)
    case .flow(let node): flow(node)
    case .claim(let node): claim(node)
    case .statement(let node): statement(node)
    }
  }

  private mutating func flow(_ flow: Flow) -> SyntaxNode {
    // A flow whose header has an error may have no name.
    var children =
      flow.name.range.start < flow.name.range.end ? [text(flow.name, role: "name")] : []
    for tag in flow.tags { children.append(name(tag, role: "tag")) }
    for clause in flow.rows {
      var parts = clause.names.map { name($0, role: "name") }
      for row in clause.rows {
        var values: [SyntaxNode] = []
        for value in row.values { values.append(self.value(value)) }
        parts.append(SyntaxNode(.row, row.range, children: values))
      }
      children.append(SyntaxNode(.rows, clause.range, children: parts))
    }
    // The clauses of a header can be in any order.
    children.sort { $0.range.start < $1.range.start }
    return SyntaxNode(.flow, flow.range, children: children + statements(flow.body))
  }

  private mutating func org(_ org: Org) -> SyntaxNode {
    var children = [name(org.name, role: "name")]
    if let engine = org.engine { children.append(name(engine, role: "engine")) }
    if let address = org.address { children.append(text(address, role: "address")) }
    for setting in org.settings { children.append(self.setting(setting)) }
    return SyntaxNode(.org, org.range, children: children)
  }

  private mutating func setting(_ setting: OrgSetting) -> SyntaxNode {
    var children = [name(setting.name, role: "name")]
    for atoms in setting.values { children += self.atoms(atoms) }
    for inner in setting.block ?? [] { children.append(self.setting(inner)) }
    return SyntaxNode(.setting, setting.range, children: children)
  }

  private mutating func atoms(_ atoms: [SettingAtom]) -> [SyntaxNode] {
    var nodes: [SyntaxNode] = []
    for atom in atoms {
      switch atom {
      case .word(let word): nodes.append(name(word))
      case .text(let text): nodes.append(self.text(text))
      case .number(let number): nodes.append(value(.number(number)))
      case .duration(let duration): nodes.append(value(.duration(duration)))
      case .value(let value): nodes.append(self.value(value))
      case .mark(let range):
        nodes.append(SyntaxNode(.mark, range, value: .text(source.text(range))))
      }
    }
    return nodes
  }

  private mutating func claim(_ claim: Claim) -> SyntaxNode {
    var children = [text(claim.text, role: "name")]
    for line in claim.lines {
      switch line {
      case .scope(let range, let name, let atoms):
        children.append(
          SyntaxNode(.scope, range, children: [self.name(name, role: "name")] + self.atoms(atoms)))
      case .rule(let quantifier, let expect):
        children.append(
          SyntaxNode(
            .demand, expect.range,
            attributes: [.init(name: "quantifier", value: .text(quantifier.rawValue))],
            children: expectation(expect)))
      case .remark(let range, let remark, let text):
        children.append(
          SyntaxNode(.remark, range, children: [self.text(text, role: remark.rawValue)]))
      case .recommended(let range): children.append(SyntaxNode(.recommended, range))
      }
    }
    return SyntaxNode(.claim, claim.range, children: children)
  }

  // MARK: Statements

  private mutating func statements(_ statements: [Statement]) -> [SyntaxNode] {
    var nodes: [SyntaxNode] = []
    for statement in statements { nodes.append(self.statement(statement)) }
    return nodes
  }

  private mutating func statement(_ statement: Statement) -> SyntaxNode {
    switch statement {
    case .engine(let node):
      SyntaxNode(.engine, node.range, children: [name(node.name, role: "name")])
    case .start(let node):
      SyntaxNode(
        .start, node.range,
        attributes: node.isFrom ? [.init(name: "from", value: .boolean(true))] : [],
        children: [name(node.intent, role: "intent")] + assignments(node.parameters))
    case .against(let node):
      SyntaxNode(.against, node.range, children: [name(node.org, role: "org")])
    case .use(let node):
      SyntaxNode(.use, node.range, children: node.profiles.map { name($0, role: "profile") })
    case .constant(let node):
      SyntaxNode(
        .let, node.range, children: [name(node.name, role: "name"), value(node.value)])
    case .rule(let node): rule(node)
    case .expect(let node): SyntaxNode(.expect, node.range, children: expectation(node))
    case .otherwise(let node):
      SyntaxNode(.otherwise, node.range, children: [action(node.action)])
    case .known(let node):
      SyntaxNode(
        .known, node.range,
        children: [text(node.reason, role: "reason"), text(node.until, role: "until")])
    case .answer(let node):
      SyntaxNode(
        .fieldValue, node.range, children: [name(node.field, role: "field"), value(node.value)])
    case .preference(let node):
      SyntaxNode(.preference, node.range, children: options(node.options))
    }
  }

  mutating func assignments(_ assignments: [Assignment]) -> [SyntaxNode] {
    var nodes: [SyntaxNode] = []
    for node in assignments {
      nodes.append(
        SyntaxNode(
          .assignment, node.range, children: [name(node.name, role: "name"), value(node.value)]))
    }
    return nodes
  }

  // MARK: Words and texts

  func name(_ name: Name, role: String? = nil) -> SyntaxNode {
    SyntaxNode(.name, name.range, role: role, value: .text(source.text(name.range)))
  }

  mutating func text(_ text: Text, role: String? = nil) -> SyntaxNode {
    let literal = TextLiteral.read(text, in: source)
    diagnostics += literal.diagnostics
    let isSecret = secrets.contains(text.range.start)
    let value: SyntaxNode.Value =
      isSecret ? .secret : literal.fixedText.map { .text($0) } ?? .parts(literal.segments)
    let names = literal.names.map { name($0, role: "interpolation") }
    return SyntaxNode(.text, text.range, role: role, value: value, children: names)
  }

  mutating func label(_ label: Label, role: String) -> SyntaxNode {
    switch label {
    case .word(let name): self.name(name, role: role)
    case .text(let text): self.text(text, role: role)
    }
  }

  mutating func rule(_ rule: Rule) -> SyntaxNode {
    var children: [SyntaxNode] = []
    for pattern in rule.patterns { children.append(self.pattern(pattern)) }
    // The condition and the limit can be in either order.
    var clauses: [SyntaxNode] = []
    if let condition = rule.condition {
      clauses.append(self.condition(condition).playing("condition"))
    }
    if let limit = rule.limit {
      clauses.append(
        SyntaxNode(
          .limit, limit.range,
          attributes: [.init(name: "times", value: .number(Double(limit.times)))]
        ))
    }
    children += clauses.sorted { $0.range.start < $1.range.start }
    for action in rule.actions { children.append(self.action(action)) }
    return SyntaxNode(.rule, rule.range, children: children)
  }

  mutating func pattern(_ pattern: Pattern) -> SyntaxNode {
    var children = [name(pattern.step, role: "step")]
    if let subject = pattern.subject { children.append(label(subject, role: "subject")) }
    if let method = pattern.method { children.append(label(method, role: "method")) }
    return SyntaxNode(.pattern, pattern.range, children: children)
  }

  mutating func action(_ action: Action) -> SyntaxNode {
    switch action {
    case .choose(let node):
      SyntaxNode(.choose, node.range, children: options(node.options))
    case .answer(let node): answer(node)
    case .prompt(let node): prompt(node)
    case .poll(let node): poll(node)
    case .wait(let node):
      SyntaxNode(.wait, node.range, children: [value(.duration(node.duration))])
    case .meanwhile(let node):
      SyntaxNode(
        .meanwhile, node.range,
        children: [name(node.event, role: "event")] + assignments(node.parameters))
    case .expect(let node): SyntaxNode(.expect, node.range, children: expectation(node))
    case .say(let node): SyntaxNode(.say, node.range, children: [text(node.text)])
    case .fail(let node): SyntaxNode(.fail, node.range, children: [text(node.text)])
    case .plain(let node):
      SyntaxNode(.verb, node.range, value: .text(node.verb.rawValue))
    }
  }

  mutating func options(_ options: [OptionPattern]) -> [SyntaxNode] {
    var nodes: [SyntaxNode] = []
    for option in options { nodes.append(self.option(option)) }
    return nodes
  }

  mutating func option(_ option: OptionPattern) -> SyntaxNode {
    var children = [label(option.name, role: "name")]
    if let method = option.method { children.append(label(method, role: "method")) }
    return SyntaxNode(.option, option.range, children: children + assignments(option.fields))
  }

  private mutating func answer(_ answer: AnswerAction) -> SyntaxNode {
    var fields: [SyntaxNode] = []
    for field in answer.fields {
      var children = [name(field.field, role: "name")]
      if let value = field.value { children.append(self.value(value)) }
      fields.append(
        SyntaxNode(
          .field, field.range, attributes: optional(field.mayBeAbsent), children: children))
    }
    return SyntaxNode(.answer, answer.range, children: fields)
  }

  private mutating func prompt(_ prompt: Prompt) -> SyntaxNode {
    var fields: [SyntaxNode] = []
    for field in prompt.fields {
      var children = [name(field.field, role: "name")]
      if let text = field.text { children.append(self.text(text, role: "prompt")) }
      fields.append(
        SyntaxNode(
          .field, field.range, attributes: optional(field.mayBeAbsent), children: children))
    }
    return SyntaxNode(.prompt, prompt.range, children: fields)
  }

  private mutating func poll(_ poll: Poll) -> SyntaxNode {
    var children: [SyntaxNode] = []
    if let every = poll.every { children.append(value(.duration(every)).playing("every")) }
    if let limit = poll.limit { children.append(value(.duration(limit)).playing("for")) }
    children.sort { $0.range.start < $1.range.start }
    return SyntaxNode(.poll, poll.range, children: children)
  }

  /// Returns the attribute of a field with `?`.
  private func optional(_ mayBeAbsent: Bool) -> [SyntaxNode.Attribute] {
    mayBeAbsent ? [.init(name: "optional", value: .boolean(true))] : []
  }

  // MARK: Values

  mutating func value(_ value: Expression) -> SyntaxNode {
    switch value {
    case .text(let node): text(node)
    case .number(let node): SyntaxNode(.number, node.range, value: .number(node.value))
    case .duration(let node):
      SyntaxNode(.duration, node.range, value: .milliseconds(node.milliseconds))
    case .boolean(let node): SyntaxNode(.boolean, node.range, value: .boolean(node.value))
    case .name(let node): name(node)
    case .lookup(let node):
      SyntaxNode(
        .lookup, node.range, attributes: [.init(name: "source", value: .text(node.kind.rawValue))],
        children: [name(node.name, role: "name")])
    case .call(let node):
      SyntaxNode(
        .call, node.range, attributes: [.init(name: "function", value: .text(node.kind.rawValue))],
        children: [text(node.text)])
    case .totp(let node): totp(node)
    case .random(let node):
      SyntaxNode(
        .random, node.range,
        attributes: [.init(name: "what", value: .text(node.kind.rawValue))]
          + digits(node.count))
    }
  }

  private mutating func totp(_ totp: Totp) -> SyntaxNode {
    var attributes: [SyntaxNode.Attribute] = []
    if let algorithm = totp.algorithm {
      attributes.append(.init(name: "algorithm", value: .text(algorithm.rawValue)))
    }
    attributes += digits(totp.digits)
    var children = [value(totp.secret).playing("secret")]
    if let period = totp.period { children.append(value(.duration(period)).playing("every")) }
    return SyntaxNode(.totp, totp.range, attributes: attributes, children: children)
  }

  private func digits(_ count: Int?) -> [SyntaxNode.Attribute] {
    count.map { [.init(name: "digits", value: .number(Double($0)))] } ?? []
  }

  // MARK: Conditions

  mutating func expectation(_ expect: Expect) -> [SyntaxNode] {
    var children: [SyntaxNode] = []
    if let outcome = expect.outcome { children.append(name(outcome, role: "outcome")) }
    if let condition = expect.condition {
      children.append(self.condition(condition).playing("condition"))
    }
    return children
  }

  mutating func condition(_ condition: Condition) -> SyntaxNode {
    switch condition {
    case .or(let parts):
      return SyntaxNode(.or, condition.range, children: conditions(parts))
    case .and(let parts):
      return SyntaxNode(.and, condition.range, children: conditions(parts))
    case .not(_, let part):
      return SyntaxNode(.not, condition.range, children: [self.condition(part)])
    case .test(let test): return self.test(test)
    }
  }

  private mutating func conditions(_ parts: [Condition]) -> [SyntaxNode] {
    var nodes: [SyntaxNode] = []
    for part in parts { nodes.append(condition(part)) }
    return nodes
  }

  private mutating func test(_ test: Test) -> SyntaxNode {
    var node: SyntaxNode
    switch test.subject {
    case .fact(let fact):
      node = SyntaxNode(.test, test.range, children: [name(fact, role: "fact")])
    case .offers(let option):
      node = SyntaxNode(.optionTest, test.range, children: [self.option(option)])
    case .has(let field):
      node = SyntaxNode(.fieldTest, test.range, children: [name(field, role: "field")])
    case .path(let path):
      var patterns: [SyntaxNode] = []
      for pattern in path.patterns { patterns.append(self.pattern(pattern)) }
      node = SyntaxNode(
        .pathTest, test.range, attributes: [.init(name: "mode", value: .text(path.mode.rawValue))],
        children: patterns)
    case .sent(let message):
      node = SyntaxNode(.sentTest, test.range, children: [label(message, role: "message")])
    case .used(let method):
      node = SyntaxNode(.usedTest, test.range, children: [label(method, role: "method")])
    }
    if let comparison = test.comparison {
      node.children.append(
        SyntaxNode(
          .comparison, comparison.operatorRange.through(comparison.value.range),
          attributes: [.init(name: "operator", value: .text(comparison.operator.rawValue))],
          children: [value(comparison.value)]))
    }
    return node
  }
}
