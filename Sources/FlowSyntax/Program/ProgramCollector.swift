import FlowText
import FlowDiagnostics

/// Collects the declarations in the files of a program, and reports duplicate names.
struct ProgramCollector {
  private(set) var program: Program
  private(set) var diagnostics: [Diagnostic] = []
  /// The index of each flow in the program, by its name.
  private var flowNames: [String: Int] = [:]

  init(scripts: [Script]) {
    program = Program(scripts: scripts)
  }

  mutating func collect() {
    for (index, script) in program.scripts.enumerated() {
      collect(script)
      if index == 0 { collectFlows(of: script) }
    }
  }

  private mutating func collect(_ script: Script) {
    for item in script.items {
      switch item {
      case .profile(let node):
        let name = script.text(node.name)
        let located = Program.Located(script, node)
        if let first = program.profiles.updateValue(located, forKey: name) {
          duplicate("profile", name, script, node.name.range, first.place(first.node.name.range))
          program.profiles[name] = first
        }
      case .org(let node):
        let name = script.text(node.name)
        let located = Program.Located(script, node)
        if let first = program.orgs.updateValue(located, forKey: name) {
          duplicate("org", name, script, node.name.range, first.place(first.node.name.range))
          program.orgs[name] = first
        }
      case .statement(.constant(let node)):
        let name = script.text(node.name)
        let located = Program.Located(script, node)
        if let first = program.constants.updateValue(located, forKey: name) {
          duplicate("value", name, script, node.name.range, first.place(first.node.name.range))
          program.constants[name] = first
        }
      case .importing, .flow, .claim, .statement: continue
      }
    }
  }

  private mutating func duplicate(
    _ kind: String, _ name: String, _ script: Script, _ second: SourceRange, _ first: Place
  ) {
    diagnostics.append(
      Diagnostic(
        .duplicateName(kind: kind, name: name), at: Place(script.source, second),
        labels: [Diagnostic.PlaceLabel(first, "the first is here")],
        help: "give one of them another name"))
  }

  // MARK: Flows

  private mutating func collectFlows(of script: Script) {
    var loose: [Statement] = []
    for item in script.items {
      switch item {
      case .flow(let node):
        let name = flowName(node, script)
        if let first = flowNames[name] {
          let place = Place(script.source, program.flows[first].nameRange)
          duplicate("flow", name, script, node.name.range, place)
        } else {
          flowNames[name] = program.flows.count
        }
        program.flows.append(
          Program.FlowUnit(
            script: script, name: name, nameRange: node.name.range,
            tags: node.tags.map(script.text), rows: node.rows, body: node.body))
      case .statement(.constant): continue
      case .statement(let statement): loose.append(statement)
      case .importing, .profile, .org, .claim: continue
      }
    }
    guard let first = loose.first else { return }
    let hasRules = loose.contains { if case .rule = $0 { true } else { false } }
    guard hasRules || program.flows.isEmpty else {
      let text = script.source.text(first.range)
      diagnostics.append(
        Diagnostic(
          .misplaced(statement: Prose.ticked(text), container: "a flow"),
          at: Place(script.source, first.range),
          help: "in a file with `flow` blocks each flow has its own"))
      return
    }
    let unit = Program.FlowUnit(
      script: script, name: ScriptPath.stem(of: script.source.name), nameRange: first.range,
      tags: [], rows: [], body: loose)
    program.flows.insert(unit, at: 0)
  }

  private func flowName(_ flow: Flow, _ script: Script) -> String {
    let range = flow.name.range
    if flow.name.isPlain, range.end - range.start >= 2 {
      let inner = SourceRange(range.start + 1, range.end - 1)
      return script.source.text(inner)
    }
    let literal = TextLiteral.read(flow.name, in: script.source)
    return literal.fixedText ?? script.source.text(flow.name.range)
  }
}
