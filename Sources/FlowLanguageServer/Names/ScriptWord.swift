import FlowDiagnostics
import FlowSyntax

/// A word of a script, and its role.
struct ScriptWord {
  /// The role of a word.
  enum Role: Hashable {
    case profile, org, value
    /// A word that is the name of a value if one exists, and a literal otherwise.
    case valueOrWord
    case flow, tag, engine, intent, parameter, event
    case step, subject, method, field
    case fact, message
    /// The name after `env`, `secret` or `passkey`.
    case outside
  }

  var role: Role
  var range: SourceRange
  /// Whether the word is the declaration of the name.
  var isDeclaration = false
  /// The position where a value can be inserted: after a bare field, which has the value of its
  /// name.
  var bareEnd: UInt32?
  /// The index of the word's block; `nil` outside of flows and profiles.
  var block: Int?
}

/// A flow, a profile, or the statements outside of both.
struct ScriptBlock {
  /// The range between the block's braces, or the range of the whole file.
  var range: SourceRange
  /// The block's own values: rows, `let`s, and the answers of a profile.
  var values: [String: SourceRange] = [:]
  /// The values that are answers: their names are fields, which are words of the engine.
  var answers: Set<String> = []
  /// The profiles that the block uses.
  var uses: [String] = []
  /// The name after `engine`.
  var engine: String?
  /// The name after `against`.
  var org: String?
  /// Whether the block is a profile.
  var isProfile = false
}

/// An `on` rule.
struct ScriptRule {
  var range: SourceRange
  /// The range before the rule's actions, which determines when the rule answers.
  var head: SourceRange
  /// The steps in the rule's patterns.
  var steps: [String]
  /// The index of the rule's block.
  var block: Int?
}

/// Every word of a script that is a name, in the order of the text.
struct ScriptWords {
  private(set) var words: [ScriptWord] = []
  private(set) var blocks: [ScriptBlock] = []
  private(set) var rules: [ScriptRule] = []
  let script: Script
  private var block: Int?

  init(_ script: Script) {
    self.script = script
    let loose = script.items.compactMap { item in
      if case .statement(let statement) = item { statement } else { nil }
    }
    let whole = SourceRange(0, UInt32(script.source.bytes.count))
    begin(ScriptBlock(range: whole), loose, isFile: true)
    for statement in loose { visit(statement) }
    for item in script.items { visit(item) }
    words.sort { $0.range.start < $1.range.start }
  }

  /// The word at an offset, or directly before it.
  func word(at offset: Int) -> ScriptWord? {
    words.first { Int($0.range.start) <= offset && offset <= Int($0.range.end) }
  }

  // MARK: Items

  private mutating func visit(_ item: Item) {
    switch item {
    case .importing, .statement: return
    case .profile(let node):
      add(.profile, node.name.range, isDeclaration: true)
      begin(ScriptBlock(range: node.range, isProfile: true), node.body)
      for statement in node.body { visit(statement) }
    case .org(let node):
      block = nil
      add(.org, node.name.range, isDeclaration: true)
      if let engine = node.engine { add(.engine, engine.range) }
    case .flow(let node):
      block = nil
      add(.flow, node.name.range, isDeclaration: true)
      for tag in node.tags { add(.tag, tag.range) }
      var own = ScriptBlock(range: node.range)
      for name in node.rows.flatMap(\.names) { own.values[script.text(name)] = name.range }
      begin(own, node.body)
      for clause in node.rows {
        for name in clause.names { add(.value, name.range, isDeclaration: true) }
        for value in clause.rows.flatMap(\.values) { visitRow(value) }
      }
      for statement in node.body { visit(statement) }
    case .claim(let node):
      block = nil
      for case .rule(_, let expect) in node.lines { visit(expect) }
    }
    block = nil
  }

  private mutating func begin(_ own: ScriptBlock, _ body: [Statement], isFile: Bool = false) {
    var own = own
    for statement in body {
      switch statement {
      case .engine(let node): own.engine = script.text(node.name)
      case .against(let node): own.org = script.text(node.org)
      case .use(let node): own.uses += node.profiles.map(script.text)
      case .constant(let node) where !isFile:
        if own.values[script.text(node.name)] == nil {
          own.values[script.text(node.name)] = node.name.range
        }
      case .answer(let node):
        let name = script.text(node.field)
        if own.values[name] == nil {
          own.values[name] = node.field.range
          own.answers.insert(name)
        }
      case .constant, .start, .rule, .expect, .otherwise, .known, .preference: continue
      }
    }
    block = blocks.count
    blocks.append(own)
  }

  /// A bare word in a row is a literal.
  private mutating func visitRow(_ value: Expression) {
    if case .name = value { return }
    visit(value)
  }

  // MARK: Statements

  private mutating func visit(_ statement: Statement) {
    switch statement {
    case .engine(let node): add(.engine, node.name.range)
    case .start(let node):
      add(.intent, node.intent.range)
      for parameter in node.parameters {
        add(.parameter, parameter.name.range)
        visit(parameter.value, wordsStand: true)
      }
    case .against(let node): add(.org, node.org.range)
    case .use(let node): for name in node.profiles { add(.profile, name.range) }
    case .constant(let node):
      add(.value, node.name.range, isDeclaration: true)
      visit(node.value)
    case .rule(let node):
      rules.append(
        ScriptRule(
          range: node.range,
          head: SourceRange(
            node.range.start, node.actions.first?.range.start ?? node.range.end),
          steps: node.patterns.map { script.text($0.step) }, block: block))
      for pattern in node.patterns { visit(pattern) }
      if let condition = node.condition { visit(condition) }
      for action in node.actions { visit(action) }
    case .expect(let node): visit(node)
    case .otherwise(let node): visit(node.action)
    case .known: return
    case .answer(let node):
      add(.field, node.field.range, isDeclaration: true)
      visit(node.value)
    case .preference(let node): visit(node)
    }
  }

  private mutating func visit(_ pattern: Pattern) {
    add(.step, pattern.step.range)
    if let subject = pattern.subject { visit(subject, .subject) }
    if let method = pattern.method { visit(method, .method) }
  }

  private mutating func visit(_ label: Label, _ role: ScriptWord.Role) {
    switch label {
    case .word(let name): add(role, name.range)
    case .text(let text): visit(text)
    }
  }

  private mutating func visit(_ node: Choose) {
    for option in node.options { visit(option) }
  }

  private mutating func visit(_ option: OptionPattern) {
    visit(option.name, .subject)
    if let method = option.method { visit(method, .method) }
    for field in option.fields {
      add(.field, field.name.range)
      visit(field.value)
    }
  }

  private mutating func visit(_ action: Action) {
    switch action {
    case .choose(let node): visit(node)
    case .answer(let node):
      for field in node.fields {
        let end = field.value == nil ? field.range.end : nil
        words.append(
          ScriptWord(role: .field, range: field.field.range, bareEnd: end, block: block))
        if let value = field.value { visit(value) }
      }
    case .prompt(let node):
      for field in node.fields {
        add(.field, field.field.range)
        if let text = field.text { visit(text) }
      }
    case .meanwhile(let node):
      add(.event, node.event.range)
      for parameter in node.parameters {
        add(.parameter, parameter.name.range)
        visit(parameter.value, wordsStand: true)
      }
    case .expect(let node): visit(node)
    case .say(let node), .fail(let node): visit(node.text)
    case .poll, .wait, .plain: return
    }
  }

  // MARK: Conditions

  private mutating func visit(_ node: Expect) {
    if let outcome = node.outcome { add(.fact, outcome.range) }
    if let condition = node.condition { visit(condition) }
  }

  private mutating func visit(_ condition: Condition) {
    switch condition {
    case .or(let parts), .and(let parts): for part in parts { visit(part) }
    case .not(_, let part): visit(part)
    case .test(let test):
      switch test.subject {
      case .fact(let name): add(.fact, name.range)
      case .offers(let option): visit(option)
      case .has(let name): add(.field, name.range)
      case .path(let path): for pattern in path.patterns { visit(pattern) }
      case .sent(let label): visit(label, .message)
      case .used(let label): visit(label, .subject)
      }
      if let comparison = test.comparison { visit(comparison.value, wordsStand: true) }
    }
  }

  // MARK: Values

  private mutating func visit(_ value: Expression, wordsStand: Bool = false) {
    switch value {
    case .text(let text): visit(text)
    case .number, .duration, .boolean, .random: return
    case .name(let name): add(wordsStand ? .valueOrWord : .value, name.range)
    case .lookup(let node): add(node.kind == .inbox ? .valueOrWord : .outside, node.name.range)
    case .call(let node): visit(node.text)
    case .totp(let node): visit(node.secret)
    }
  }

  private mutating func visit(_ text: Text) {
    guard !text.isPlain else { return }
    for name in TextLiteral.read(text, in: script.source).names { add(.value, name.range) }
  }

  private mutating func add(
    _ role: ScriptWord.Role, _ range: SourceRange, isDeclaration: Bool = false
  ) {
    words.append(
      ScriptWord(role: role, range: range, isDeclaration: isDeclaration, block: block))
  }
}
