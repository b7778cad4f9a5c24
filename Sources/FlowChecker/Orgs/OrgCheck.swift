import FlowDiagnostics
import FlowEngine
import FlowSyntax
import FlowText

/// Checks orgs: their engines here, and their settings with `CheckOptions.settings`.
struct OrgCheck: CheckPart {
  let context: CheckContext

  /// Checks the engine and the settings of an org.
  func check(_ org: Program.Located<Org>) {
    context.enter(org.script)
    context.isRun = false
    for setting in org.node.settings { checkTexts(of: setting) }
    let name = org.node.engine.map(org.script.text) ?? options.defaultEngine
    guard engine(name) != nil else {
      guard let node = org.node.engine else { return }
      let names = options.lexicon.engines.map(\.vocabulary.engine)
      report(
        .unknownEngine(name: name, nearest: Suggestion.nearest(name, among: names)), node.range,
        notes: ["the engines are \(Prose.and(names))"])
      return
    }
    for diagnostic in options.settings(org) { report(diagnostic) }
  }

  /// Checks the escapes in the texts of a setting.
  ///
  /// The parser has already checked that blocks are closed.
  private func checkTexts(of setting: OrgSetting) {
    for case .text(let text) in setting.values.joined() where !text.isPlain {
      for diagnostic in TextLiteral.read(text, in: source).diagnostics { report(diagnostic) }
    }
    for inner in setting.block ?? [] { checkTexts(of: inner) }
  }
}
