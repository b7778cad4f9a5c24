package import FlowSyntax

extension Program.Located<Org> {
  /// The values from outside that the org's settings look up, each once, as the script writes them.
  package var outsideValues: [String] {
    var texts: [String] = []
    collect(node.settings, into: &texts)
    return texts
  }

  private func collect(_ settings: [OrgSetting], into texts: inout [String]) {
    for setting in settings {
      for case .value(let value) in setting.values.joined() {
        guard let text = text(of: value), !texts.contains(text) else { continue }
        texts.append(text)
      }
      collect(setting.block ?? [], into: &texts)
    }
  }

  private func text(of value: Expression) -> String? {
    switch value {
    case .lookup(let lookup) where lookup.kind == .env: "env " + script.text(lookup.name)
    case .lookup(let lookup) where lookup.kind == .secret: "secret " + script.text(lookup.name)
    case .call(let call) where call.kind == .file: "file " + script.source.text(call.text.range)
    default: nil
    }
  }
}
