package import FlowEngine
package import FlowRuntime
package import FlowSyntax
package import FlowSimulator
import IDXEngine

/// Every engine by name: the one list to which a new engine is added.
package enum EngineCatalog {
  /// The engine of a flow that names none.
  package static let usual = "idx"

  /// The words of the engines that run.
  package static let engines: [EngineVocabulary] = [IDXEngine.vocabulary]

  /// The words that the checker knows: the engines that run, and those that are to come.
  package static let words: [EngineWords] =
    engines.map { EngineWords(Vocabulary($0)) } + [
      EngineWords(Vocabulary(engine: "nextauth", isRunnable: false)),
      EngineWords(Vocabulary(engine: "mobile-idp", isRunnable: false)),
    ]

  /// What each engine's intents take ahead of every rule.
  package static let intentRules: [String: [IntentRule]] = [
    "idx": [
      IntentRule(intent: "register", takes: "select-enroll-profile"),
      IntentRule(intent: "recover-password", takes: "recover"),
      IntentRule(intent: "unlock-account", takes: "unlock-account"),
    ]
  ]

  /// Reads an org's settings by its engine's own schema.
  package static func build(
    _ org: Program.Located<FlowSyntax.Org>, sources: ValueSources
  ) -> (org: FlowSimulator.Org?, diagnostics: [Diagnostic]) {
    let (settings, missing) = org.settings(sources: sources)
    let (built, problems) = FlowSimulator.Org.build(
      name: org.script.text(org.node.name), settings: settings)
    return (built, diagnostics(problems, missing, in: org.script.source))
  }

  /// What is wrong with an org's settings, by its engine's own schema.
  package static func problems(
    _ org: Program.Located<FlowSyntax.Org>, sources: ValueSources
  ) -> [Diagnostic] {
    let (settings, missing) = org.settings(sources: sources)
    let problems = FlowSimulator.Org.problems(
      name: org.script.text(org.node.name), settings: settings)
    return diagnostics(problems, missing, in: org.script.source)
  }

  /// All problems; what could not be looked up is one, not a malformed setting besides.
  private static func diagnostics(
    _ problems: [SettingProblem], _ missing: [Diagnostic], in source: SourceFile
  ) -> [Diagnostic] {
    let places = Set(missing.compactMap { $0.place?.range.start })
    let others = problems.filter { !places.contains($0.place.start) }
    return missing + others.map { Diagnostic($0, in: source) }
  }
}
