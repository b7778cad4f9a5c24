import FlowDiagnostics
import FlowSyntax

/// Checks the values that are declared outside of blocks, and reports values that refer to each
/// other in a circle.
struct ConstantCheck: CheckPart {
  let context: CheckContext

  /// Checks the values that are declared outside of blocks.
  func checkConstants() {
    context.isRun = false
    context.words = nil
    context.expectsFailure = false
    // A value of a file can refer to a value of a flow or a profile.
    context.scope.begin(with: [context.profiles.declaredNames, context.flowNames.rows])
    var mentioning: [Program.Located<Let>] = []
    for located in context.constants {
      context.enter(located.script)
      fieldCheck.checkLet(located.node)
      if mentions(located.node.value) { mentioning.append(located) }
    }
    collectSecretConstants(mentioning)
    // The values are sorted by name. Those that can't be part of a circle are left out.
    let sorted = mentioning.map { (name: $0.script.text($0.node.name), located: $0) }
      .sorted { $0.name < $1.name }
    reportCycles(sorted.map { ($0.located.script, $0.located.node) })
  }

  /// Reports values of a flow that refer to each other in a circle.
  func checkCycles(of lets: [Let]) {
    // Most values refer to no other value, and can't be part of a circle.
    guard lets.contains(where: { mentions($0.value) }),
      let script = program.scripts.first(where: { $0.source === source })
    else { return }
    reportCycles(lets.map { (script, $0) })
  }

  private func mentions(_ value: Expression) -> Bool {
    switch value {
    case .name: true
    case .text(let text): holdsName(text)
    case .call(let call): holdsName(call.text)
    case .totp(let totp): mentions(totp.secret)
    case .number, .duration, .boolean, .lookup, .random: false
    }
  }

  private func holdsName(_ text: Text) -> Bool {
    !text.isPlain && bytes[Int(text.range.start)..<Int(text.range.end)].contains(0x5C)
  }

  private func reportCycles(_ lets: [(script: Script, node: Let)]) {
    guard !lets.isEmpty else { return }
    var index: [String: Int] = [:]
    for (number, item) in lets.enumerated() {
      index[item.script.text(item.node.name)] = number
    }
    let edges = lets.enumerated().map { number, item in
      ConstantCheck.names(in: item.node.value, item.script.source).compactMap {
        name -> (node: Int, place: Place)? in
        let text = item.script.text(name)
        guard let target = index[text] else { return nil }
        // A value that refers to its own name stands for the value that it hides, if there is one.
        if target == number, hidesAnother(name, item.script) { return nil }
        return (target, Place(item.script.source, name.range))
      }
    }
    for cycle in CycleFinder.cycles(edges) {
      let chain = cycle.nodes.map { lets[$0].script.text(lets[$0].node.name) }
      report(Diagnostic(.valueCycle(chain: chain), at: cycle.place))
    }
  }

  private func hidesAnother(_ name: Name, _ script: Script) -> Bool {
    let hash = id(name)
    return context.scope.isOfProfile(hash)
      || context.scope.isOwn(hash) && context.scope.isShared(hash)
  }

  /// Returns the names in a value.
  private static func names(in value: Expression, _ source: SourceFile) -> [Name] {
    switch value {
    case .name(let name): [name]
    case .text(let text): text.isPlain ? [] : TextLiteral.read(text, in: source).names
    case .call(let call): call.text.isPlain ? [] : TextLiteral.read(call.text, in: source).names
    case .totp(let totp): names(in: totp.secret, source)
    case .number, .duration, .boolean, .lookup, .random: []
    }
  }

  /// Collects the values outside of blocks that are secrets.
  ///
  /// Values that refer to others come last, because they are secrets only if they refer to a
  /// secret.
  func collectSecretConstants(_ mentioning: [Program.Located<Let>]) {
    func id(of located: Program.Located<Let>) -> WordID {
      numbers.exact(located.node.name, located.script.source.bytes)
    }
    for located in context.constants {
      switch located.node.value {
      case .lookup(let node) where node.kind == .secret || node.kind == .inbox:
        context.secretConstants.insert(id(of: located))
      case .totp: context.secretConstants.insert(id(of: located))
      default: continue
      }
    }
    guard !context.secretConstants.isEmpty else { return }
    for _ in 0..<FieldCheck.exposureDepthMax {
      let before = context.secretConstants.count
      for located in mentioning {
        context.enter(located.script)
        if fieldCheck.isSecret(located.node.value) {
          context.secretConstants.insert(id(of: located))
        }
      }
      if context.secretConstants.count == before { return }
    }
  }
}
