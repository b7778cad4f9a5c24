import FlowDiagnostics

/// Makes nodes of one type of a script's tree: its declarations and statements.
struct SyntaxTreeBuilder {
  let source: SourceFile
  /// What is wrong with the texts.
  var diagnostics: [Diagnostic] = []
  /// Where the texts begin that are secrets.
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
    // A flow whose header is wrong may have no name.
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
    // The clauses of a header stand in any order.
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
}
