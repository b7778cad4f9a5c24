import FlowDiagnostics

/// The positions in a script that the formatter aligns with adjacent lines.
struct FormatColumns {
  /// The kind of an aligned position.
  enum Kind {
    /// The first action of a rule.
    case action
    /// The `=` between a name and its value is aligned.
    case value
  }

  /// The kind of each aligned position, by the offset of its first byte.
  private(set) var kinds: [UInt32: Kind] = [:]
  /// The first byte of each flow, profile, org and claim.
  ///
  /// A blank line is written before each of them.
  private(set) var blocks: Set<UInt32> = []
  /// The first bytes of settings whose first word continues the previous line elsewhere, such as
  /// `when`.
  private(set) var settings: Set<UInt32> = []

  init(_ script: Script) {
    for item in script.items {
      switch item {
      case .importing: break
      case .profile(let node):
        blocks.insert(node.range.start)
        for statement in node.body { add(statement, script) }
      case .flow(let node):
        blocks.insert(node.range.start)
        for statement in node.body { add(statement, script) }
      case .org(let node):
        blocks.insert(node.range.start)
        add(node.settings, script)
      case .claim(let node): blocks.insert(node.range.start)
      case .statement(let statement): add(statement, script)
      }
    }
  }

  private mutating func add(_ settings: [OrgSetting], _ script: Script) {
    for setting in settings {
      let name = script.text(setting.name)
      if name == Keyword.when.spelling || name == Keyword.with.spelling {
        self.settings.insert(setting.range.start)
      }
      add(setting.block ?? [], script)
    }
  }

  private mutating func add(_ statement: Statement, _ script: Script) {
    switch statement {
    case .rule(let rule):
      guard let action = rule.actions.first, let end = rule.lastOfHead else { return }
      // If the actions are in braces, they are on their own lines.
      let between = script.source.bytes[Int(end)..<Int(action.range.start)]
      guard !between.contains(UInt8(ascii: "{")) else { return }
      kinds[action.range.start] = .action
    case .constant(let node): addSign(from: node.name.range.end, node.value, script)
    case .answer(let node): addSign(from: node.field.range.end, node.value, script)
    case .engine, .start, .against, .use, .expect, .otherwise, .known, .preference: break
    }
  }

  private mutating func addSign(from end: UInt32, _ value: Expression, _ script: Script) {
    let bytes = script.source.bytes
    let between = Int(end)..<Int(value.range.start)
    guard let sign = bytes[between].firstIndex(of: UInt8(ascii: "=")) else { return }
    kinds[UInt32(sign)] = .value
  }
}

extension Rule {
  /// The end of the text before the actions; `nil` if there is none.
  fileprivate var lastOfHead: UInt32? {
    let ends = [patterns.last?.range.end, condition?.range.end, limit?.range.end]
    return ends.compactMap(\.self).max()
  }
}
