package import FlowChecker
import FlowText
package import FlowDiagnostics
package import FlowEngine
package import FlowInterpreter
package import FlowSyntax

/// The engines that scripts may use, and the tables for checks and plans that depend on them.
package final class EngineCatalog: Sendable {
  /// The engine of a flow that doesn't name one.
  package static let usual = "idx"

  /// The engines of this package: the Identity Engine, nextAuth, and mobile identity providers.
  package static let standard = EngineCatalog([.idx, .nextAuth, .mobileIdP])

  /// The engines.
  package let definitions: [EngineDefinition]
  private let derived: Derived

  /// Makes a catalog of engines.
  ///
  /// If two engines have the same name, the first one is used.
  package init(_ definitions: [EngineDefinition]) {
    self.definitions = definitions
    derived = Derived(definitions)
  }

  /// The vocabularies of the engines.
  package var engines: [EngineVocabulary] { definitions.map(\.vocabulary) }

  /// Returns the engine with a name; `nil` if there is none.
  package subscript(name: String) -> EngineDefinition? {
    definitions.first { $0.name == name }
  }

  /// Returns the vocabularies that a flow of an engine can use.
  ///
  /// The engine's own vocabulary comes first. The others are from engines that do a part of the
  /// flow.
  package func vocabularies(of engine: String) -> [EngineVocabulary] {
    derived.vocabularies(of: engine)
  }

  /// The words of all engines, as the checker uses them.
  package var lexicon: Lexicon { derived.lexicon.value }

  /// The options of every plan.
  package var planOptions: PlanOptions { derived.planOptions.value }

  /// Returns known steps that a flow may reach but doesn't answer.
  ///
  /// - Parameters:
  ///   - engine: The engine's name.
  ///   - isAnswered: Returns whether the flow answers a step.
  /// - Returns: The steps. The most likely steps come first.
  package func unansweredSteps(
    of engine: String, isAnswered: (String) -> Bool
  ) -> [EngineVocabulary.KnownStep] {
    guard let definition = self[engine] else { return [] }
    let steps = definition.vocabulary.steps
    guard let next = definition.nextSteps else { return steps.filter { !isAnswered($0.name) } }
    return next(isAnswered).compactMap { name in steps.first { $0.name == name } }
  }

  /// Returns the name of the engine that an org is for.
  package static func engine(of org: Program.Located<FlowSyntax.Org>) -> String {
    org.node.engine.map(org.script.text) ?? usual
  }

  /// Reads the settings of a real issuer, which is an org with an address.
  package func readIssuer(
    _ org: Program.Located<FlowSyntax.Org>, sources: ValueSources, values: Set<String> = []
  ) -> (settings: IssuerSettings, diagnostics: [Diagnostic]) {
    let (settings, missing) = org.settings(sources: sources)
    guard let address = org.node.address else { return (IssuerSettings(), missing) }
    let engine = EngineCatalog.engine(of: org)
    guard self[engine]?.hasIssuers == true else {
      let message = "an org of the engine `\(engine)` has no address"
      let help = "it is simulated; an app connects the real SDK to its scripts itself"
      return (
        IssuerSettings(),
        [
          Diagnostic(
            .settingValue(message: message), at: Place(org.script.source, address.range),
            help: help)
        ]
      )
    }
    let literal = TextLiteral.read(address, in: org.script.source)
    let text = literal.segments.map { if case .text(let piece) = $0 { piece } else { "" } }.joined()
    let place = address.range
    var (read, problems) = IssuerOrg.read(
      name: org.script.text(org.node.name), address: (text, place), settings: settings,
      values: values)
    if let name = literal.names.first {
      problems = [
        SettingProblem(
          .value, "an org's address must be the same in every run",
          at: name.range,
          help: "write the whole address; `FLOW_ISSUER` and `--issuer` override it")
      ]
    }
    return (read, EngineCatalog.diagnostics(problems, missing, in: org.script.source))
  }

  /// Combines the problems of settings with failed look-ups.
  ///
  /// If the value of a setting couldn't be looked up, the setting isn't also reported as malformed.
  package static func diagnostics(
    _ problems: [SettingProblem], _ missing: [Diagnostic], in source: SourceFile
  ) -> [Diagnostic] {
    let places = Set(missing.compactMap { $0.place?.range.start })
    let others = problems.filter { $0.isOfForm || !places.contains($0.place.start) }
    return missing + others.map { Diagnostic($0, in: source) }
  }
}
