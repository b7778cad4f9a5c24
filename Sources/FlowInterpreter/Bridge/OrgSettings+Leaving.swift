import FlowDiagnostics
package import FlowSyntax

extension Program.Located<Org> {
  /// The values from outside that the org's settings look up, each once.
  package var outsideValues: [OutsideValue] {
    var values: [OutsideValue] = []
    collect(node.settings, into: &values)
    return values
  }

  private func collect(_ settings: [OrgSetting], into values: inout [OutsideValue]) {
    for setting in settings {
      for case .value(let value) in setting.values.joined() {
        guard let value = outside(value), !values.contains(value) else { continue }
        values.append(value)
      }
      collect(setting.block ?? [], into: &values)
    }
  }

  private func outside(_ value: Expression) -> OutsideValue? {
    switch value {
    case .lookup(let lookup) where lookup.kind == .env: .env(script.text(lookup.name))
    case .lookup(let lookup) where lookup.kind == .secret: .secret(script.text(lookup.name))
    case .call(let call) where call.kind == .file:
      .file(
        path: TextLiteral.read(call.text, in: script.source).plainText,
        script: script.source.name)
    default: nil
    }
  }
}
