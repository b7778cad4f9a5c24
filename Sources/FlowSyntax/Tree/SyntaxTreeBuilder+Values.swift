import FlowDiagnostics

extension SyntaxTreeBuilder {
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
