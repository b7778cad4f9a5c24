import FlowDiagnostics

extension SyntaxTreeBuilder {
  mutating func rule(_ rule: Rule) -> SyntaxNode {
    var children: [SyntaxNode] = []
    for pattern in rule.patterns { children.append(self.pattern(pattern)) }
    // The condition and the limit stand in either order.
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

  /// What a `?` says of a field.
  private func optional(_ mayBeAbsent: Bool) -> [SyntaxNode.Attribute] {
    mayBeAbsent ? [.init(name: "optional", value: .boolean(true))] : []
  }
}
