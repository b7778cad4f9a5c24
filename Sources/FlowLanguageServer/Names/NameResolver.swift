import FlowDiagnostics
import FlowSyntax

/// Resolves the names in a program.
struct NameResolver {
  let program: Program
  /// The words of each script, in the order of the scripts.
  let scripts: [ScriptWords]

  /// The declaration of a name: its kind and location.
  struct Declaration: Hashable {
    /// The kinds of things that a script can name.
    enum Kind: String {
      case profile, org, value
      /// A profile's answer: the name is a field, which is a word of the engine.
      case answer
    }

    var kind: Kind
    var path: String
    var range: SourceRange
  }

  /// One use of a name.
  struct Use {
    var source: SourceFile
    var word: ScriptWord
  }

  init(_ program: Program) {
    self.program = program
    scripts = program.scripts.map { ScriptWords($0) }
  }

  /// The declaration of a word; `nil` if it doesn't name anything in the program.
  func declaration(of word: ScriptWord, in words: ScriptWords) -> Declaration? {
    let source = words.script.source
    let name = source.text(word.range)
    switch word.role {
    case .profile:
      return program.profiles[name].map { Self.declaration(.profile, $0, $0.node.name.range) }
    case .org: return program.orgs[name].map { Self.declaration(.org, $0, $0.node.name.range) }
    case .value, .valueOrWord: return value(name, word, in: words)
    case .subject, .method:
      // The name of a row may be a value here.
      let found = value(name, word, in: words)
      return found.flatMap { isRow($0, word, in: words) ? found : nil }
    case .field:
      if word.isDeclaration {
        return Declaration(kind: .answer, path: source.name, range: word.range)
      }
      return word.bareEnd == nil ? nil : value(name, word, in: words)
    case .flow, .tag, .engine, .intent, .parameter, .event, .step, .fact, .message, .outside:
      return nil
    }
  }

  private func isRow(
    _ declaration: Declaration, _ word: ScriptWord, in words: ScriptWords
  ) -> Bool {
    guard let number = word.block, declaration.path == words.script.source.name else {
      return false
    }
    return words.blocks[number].values.values.contains(declaration.range)
  }

  private static func declaration<Node>(
    _ kind: Declaration.Kind, _ located: Program.Located<Node>, _ range: SourceRange
  ) -> Declaration {
    Declaration(kind: kind, path: located.script.source.name, range: range)
  }

  // MARK: Values

  /// A value by its name.
  ///
  /// The block's own values come first, then the values of the profiles that it uses, then the
  /// file's.
  private func value(
    _ name: String, _ word: ScriptWord, in words: ScriptWords
  ) -> Declaration? {
    if let number = word.block {
      let block = words.blocks[number]
      if let own = own(name, block, words) { return own }
      var waiting = Array(block.uses.reversed())
      var seen: Set<String> = []
      while let profile = waiting.popLast() {
        guard seen.insert(profile).inserted, let found = self.block(ofProfile: profile) else {
          continue
        }
        if let own = own(name, found.block, found.words) { return own }
        waiting += found.block.uses.reversed()
      }
    }
    return program.constants[name].map { Self.declaration(.value, $0, $0.node.name.range) }
  }

  private func own(
    _ name: String, _ block: ScriptBlock, _ words: ScriptWords
  ) -> Declaration? {
    block.values[name].map { range in
      Declaration(
        kind: block.answers.contains(name) ? .answer : .value, path: words.script.source.name,
        range: range)
    }
  }

  private func block(
    ofProfile name: String
  ) -> (block: ScriptBlock, words: ScriptWords)? {
    guard let profile = program.profiles[name],
      let words = scripts.first(where: { $0.script.source === profile.script.source }),
      let block = words.blocks.first(where: { $0.isProfile && $0.range == profile.node.range })
    else { return nil }
    return (block, words)
  }

  // MARK: Uses

  /// Every word of the program with the same declaration.
  func uses(of declaration: Declaration) -> [Use] {
    scripts.flatMap { words in
      words.words.filter { self.declaration(of: $0, in: words) == declaration }
        .map { Use(source: words.script.source, word: $0) }
    }
  }

  /// The names of the values that are visible at an offset, sorted.
  func visibleValues(at offset: Int, in words: ScriptWords) -> [String] {
    var names = Set(program.constants.keys)
    if let block = words.blocks.last(where: { $0.range.holds(offset) }) {
      names.formUnion(block.values.keys)
      var waiting = block.uses
      var seen: Set<String> = []
      while let profile = waiting.popLast() {
        guard seen.insert(profile).inserted, let found = self.block(ofProfile: profile) else {
          continue
        }
        names.formUnion(found.block.values.keys)
        waiting += found.block.uses
      }
    }
    return names.sorted()
  }

  /// The engine of the block around an offset: its own `engine`, or its org's engine, or else the
  /// default.
  func engine(at offset: Int, in words: ScriptWords, usual: String) -> String {
    let around = words.blocks.filter { $0.range.holds(offset) }.reversed()
    for block in around {
      if let engine = block.engine { return engine }
      if let org = block.org.flatMap({ program.orgs[$0] }) {
        return org.node.engine.map(org.script.text) ?? usual
      }
    }
    return usual
  }

  /// A rule and the words of its script.
  typealias LocatedRule = (rule: ScriptRule, words: ScriptWords)

  /// The rules of a block: its own, and then the rules of the profiles that it uses.
  func rules(of block: Int, in words: ScriptWords) -> [LocatedRule] {
    var found = words.rules.filter { $0.block == block }.map { ($0, words) }
    var seen: Set<String> = []
    var waiting = Array(words.blocks[block].uses.reversed())
    while let name = waiting.popLast() {
      guard seen.insert(name).inserted, let (number, others) = self.number(ofProfile: name) else {
        continue
      }
      found += others.rules.filter { $0.block == number }.map { ($0, others) }
      waiting += others.blocks[number].uses.reversed()
    }
    return found
  }

  private func number(ofProfile name: String) -> (Int, ScriptWords)? {
    guard let profile = program.profiles[name],
      let words = scripts.first(where: { $0.script.source === profile.script.source }),
      let number = words.blocks.firstIndex(where: {
        $0.isProfile && $0.range == profile.node.range
      })
    else { return nil }
    return (number, words)
  }
}

extension SourceRange {
  /// Whether the range contains an offset, or ends there.
  package func holds(_ offset: Int) -> Bool { Int(start) <= offset && offset <= Int(end) }
}

extension ScriptRule {
  /// Whether one of the rule's patterns matches a step, regardless of the step's subject.
  func answers(_ step: String) -> Bool {
    steps.contains { $0 == step || $0 == "any" || step.hasPrefix($0 + "-") }
  }
}
