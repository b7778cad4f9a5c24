package import FlowChecker
import FlowText
package import FlowDiagnostics
package import FlowEngine
package import FlowInterpreter
package import FlowSyntax
import IDXEngine
import MobileIdPEngine
import NextAuthEngine
import Synchronization

/// Every engine by name: the one list to which a new engine is added.
package enum EngineCatalog {
  /// The engine of a flow that names none.
  package static let usual = "idx"

  /// The words of the engines.
  package static let engines: [EngineVocabulary] = [
    IDXEngine.vocabulary, NextAuthEngine.vocabulary, MobileIdPEngine.vocabulary,
  ]

  /// The state machines of the engines.
  package static let graphs: [StateGraph] = [
    IDXGraph.graph, SessionTransition.graph, MobileIdPGraph.graph,
  ]

  /// The words of the engines that run, with those of the engine that may do a part of a flow.
  private static let understood = engines.map { words in
    vocabularies(of: words.engine).dropFirst().reduce(words) { $0.joined(by: $1) }
  }

  /// The vocabularies that a flow of an engine may use: the engine's own, then that of the engine by
  /// which a part of the flow can be done.
  package static func vocabularies(of engine: String) -> [EngineVocabulary] {
    // A provider's login is a sign-in at an org of the usual engine, where its org says so.
    let others = engine == MobileIdPEngine.vocabulary.engine ? [usual] : []
    return ([engine] + others).compactMap { name in engines.first { $0.engine == name } }
  }

  /// The words that the checker knows.
  package static let lexicon = Lexicon(understood)

  /// The facts of each engine that no value of a script takes the place of.
  package static let facts = Dictionary(
    understood.map { ($0.engine, Set($0.knownFacts.map(\.name))) }, uniquingKeysWith: { $1 })

  /// The facts of each engine that report an error as a message does.
  package static let errorFacts = Dictionary(
    understood.map { ($0.engine, Set($0.knownFacts.filter(\.reportsErrors).map(\.name))) },
    uniquingKeysWith: { $1 })

  /// The first parts of the names of what each engine's responses say, and the known names that have
  /// parts.
  package static let factGroups = Dictionary(
    understood.map { words in
      let messages = words.messages.map(\.name)
      let known = words.knownFacts.map(\.name).filter { $0.utf8.contains(UInt8(ascii: ".")) }
      let roots = words.facts + messages + (messages.isEmpty ? [] : ["message"])
      return (words.engine, Set(roots + known))
    }, uniquingKeysWith: { $1 })

  /// The words that only other engines than a flow's have; made when a flow needs them, because that
  /// takes longer than a short run.
  private static let foreign = ForeignTable(understood)

  /// The same for the rules of profiles, which may serve several engines: an engine that may do a part
  /// of a flow counts as another one.
  private static let foreignInProfiles = ForeignTable(engines)

  private final class ForeignTable: Sendable {
    private let known: [EngineVocabulary]
    private let made = Mutex<[String: ForeignWords]>([:])

    init(_ known: [EngineVocabulary]) {
      self.known = known
    }

    func words(of engine: String) -> ForeignWords {
      made.withLock { made in
        if let words = made[engine] { return words }
        let words = make(engine)
        made[engine] = words
        return words
      }
    }

    private func make(_ engine: String) -> ForeignWords {
      guard let own = known.first(where: { $0.engine == engine }) else { return .none }
      let others = engines.filter { $0.engine != engine }
      let users = others.map(\.engine).filter { other in
        vocabularies(of: other).contains { $0.engine == engine }
      }
      return ForeignWords(of: own, among: others, usedBy: Set(users))
    }
  }

  /// What a flow of each engine starts with that doesn't say.
  package static let usualIntents = Dictionary(
    engines.compactMap { words in words.intents.first.map { (words.engine, $0.name) } },
    uniquingKeysWith: { $1 })

  /// What plans are made with, whatever is run.
  package static var planOptions: PlanOptions {
    PlanOptions(
      defaultEngine: usual, usualIntents: usualIntents, intentRules: intentRules, facts: facts,
      errorFacts: errorFacts, factGroups: factGroups, foreign: { foreign.words(of: $0) },
      foreignInProfiles: { foreignInProfiles.words(of: $0) })
  }

  /// The engine of an org, by its name.
  package static func engine(of org: Program.Located<FlowSyntax.Org>) -> String {
    org.node.engine.map(org.script.text) ?? usual
  }

  /// What each engine's intents take ahead of every rule.
  package static let intentRules: [String: [IntentRule]] = [
    "idx": [
      IntentRule(intent: "register", takes: "select-enroll-profile"),
      IntentRule(intent: "recover-password", takes: "recover"),
      IntentRule(intent: "unlock-account", takes: "unlock-account"),
    ]
  ]

  /// Reads the settings of an org that is a real issuer.
  package static func readIssuer(
    _ org: Program.Located<FlowSyntax.Org>, sources: ValueSources, values: Set<String> = []
  ) -> (settings: IssuerSettings, diagnostics: [Diagnostic]) {
    let (settings, missing) = org.settings(sources: sources)
    guard let address = org.node.address else { return (IssuerSettings(), missing) }
    let engine = engine(of: org)
    guard engine == usual else {
      let message = "an org of the engine `\(engine)` has no address"
      let help = "it is simulated; an app puts the real SDK behind its scripts itself"
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
    let place = SettingPlace(start: address.range.start, end: address.range.end)
    var (read, problems) = IssuerOrg.read(
      name: org.script.text(org.node.name), address: (text, place), settings: settings,
      values: values)
    if let name = literal.names.first {
      problems = [
        SettingProblem(
          .value, "an org's address is the same in every run",
          at: SettingPlace(start: name.range.start, end: name.range.end),
          help: "write it out; `FLOW_ISSUER` and `--issuer` name another one")
      ]
    }
    return (read, diagnostics(problems, missing, in: org.script.source))
  }

  /// All problems; what could not be looked up is one, not a malformed setting besides.
  package static func diagnostics(
    _ problems: [SettingProblem], _ missing: [Diagnostic], in source: SourceFile
  ) -> [Diagnostic] {
    let places = Set(missing.compactMap { $0.place?.range.start })
    let others = problems.filter { $0.isOfForm || !places.contains($0.place.start) }
    return missing + others.map { Diagnostic($0, in: source) }
  }
}
