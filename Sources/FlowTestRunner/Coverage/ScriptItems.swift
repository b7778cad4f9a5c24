import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax

/// The parts of scripts that flows can cover: the rules of flows and profiles, the options of a
/// `choose` that has several, and the expectations.
struct ScriptItems {
  /// The identity of an item within its file.
  struct Key: Hashable {
    var kind: Kind
    var start: UInt32
  }

  enum Kind: String, Hashable {
    case rule
    case preference
    case expectation
  }

  /// The items of each file.
  private(set) var files: [String: [Key: Coverage.Item]] = [:]
  private var lines = LineTables()
  private var secrets: [SourceFile: [String]] = [:]

  /// Lists the items in the flows of a program's first file, and in the profiles of all files.
  init(_ program: Program) {
    for flow in program.flows {
      list(flow.body, of: flow.script, in: "flow \"\(flow.name)\"")
    }
    for (name, profile) in program.profiles {
      list(profile.node.body, of: profile.script, in: "profile \(name)")
    }
  }

  private mutating func list(_ body: [Statement], of script: Script, in block: String) {
    var block = Block(name: block, script: script)
    for text in secrets(of: script.source) { block.masker.add(Secret(text)) }
    for statement in body {
      switch statement {
      case .rule(let rule): list(rule, &block)
      case .otherwise(let node):
        add(.rule, node.range, SourceWords.squeezed(node.range, of: script.source), &block)
      case .expect(let node): list(node, under: nil, &block)
      case .preference(let node): list(node, under: nil, &block)
      case .engine, .start, .against, .use, .constant, .answer, .known: continue
      }
    }
  }

  private mutating func secrets(of source: SourceFile) -> [String] {
    if let known = secrets[source] { return known }
    let found = source.secretLiterals
    secrets[source] = found
    return found
  }

  /// The values that the items of one flow or profile share.
  private struct Block {
    var name: String
    var script: Script
    /// The masker with the script's literal secrets, which reports must not show.
    let masker = Masker()
    /// The number of items that already have each name.
    var names: [String: Int] = [:]

    init(name: String, script: Script) {
      self.name = name
      self.script = script
    }
  }

  private mutating func list(_ rule: Rule, _ block: inout Block) {
    let path = SourceWords.text(of: rule, in: block.script)
    add(.rule, rule.range, path, &block)
    for action in rule.actions {
      switch action {
      case .choose(let choose): list(choose, under: path, &block)
      case .expect(let expect): list(expect, under: path, &block)
      default: continue
      }
    }
  }

  private mutating func list(_ choose: Choose, under rule: String?, _ block: inout Block) {
    let text = SourceWords.text(of: choose, in: block.script)
    // A `choose` with only one option is covered when its rule is covered.
    guard choose.options.count > 1 || rule == nil else { return }
    for option in choose.options {
      let word = SourceWords.text(of: option, in: block.script)
      let path = (rule.map { $0 + "/" } ?? "") + "\(rule == nil ? text : "choose")/\(word)"
      add(.preference, option.range, path, &block)
    }
  }

  private mutating func list(_ expect: Expect, under rule: String?, _ block: inout Block) {
    let text = SourceWords.squeezed(expect.range, of: block.script.source)
    add(.expectation, expect.range, (rule.map { $0 + "/" } ?? "") + text, &block)
  }

  private mutating func add(
    _ kind: Kind, _ range: SourceRange, _ path: String, _ block: inout Block
  ) {
    let path = block.masker.masked(path)
    let count = block.names[path, default: 0] + 1
    block.names[path] = count
    let name = count == 1 ? path : "\(path) (\(count))"
    let file = block.script.source.name
    let verb =
      switch kind {
      case .rule: "fires"
      case .preference: "is taken"
      case .expectation: "is reached"
      }
    files[file, default: [:]][Key(kind: kind, start: range.start)] = Coverage.Item(
      id: "\(file)/\(block.name)/\(name)", subject: file, kind: kind.rawValue,
      title: "\(block.name): `\(name)` \(verb)", file: file,
      line: lines.line(of: range.start, in: block.script.source))
  }
}
