package import FlowAuthenticators
import FlowCrypto
package import FlowEngine
package import FlowRuntime
package import FlowSyntax
package import FlowSimulator
import FlowWire
import IDXEngine

/// Every engine by name: the one list to which a new engine is added.
package enum EngineCatalog {
  /// The engine of a flow that names none.
  package static let usual = "idx"

  /// The words of the engines that run.
  package static let engines: [EngineVocabulary] = [IDXEngine.vocabulary]

  /// The state machines of the engines that run.
  package static let graphs: [StateGraph] = [IDXGraph.graph]

  /// The words that the checker knows: the engines that run, and those that are to come.
  package static let words: [EngineWords] =
    engines.map { EngineWords(Vocabulary($0)) } + [
      EngineWords(Vocabulary(engine: "nextauth", isRunnable: false)),
      EngineWords(Vocabulary(engine: "mobile-idp", isRunnable: false)),
    ]

  /// The facts that no value of a script takes the place of.
  package static let facts = Set(engines.flatMap(\.knownFacts).map(\.name))

  /// What each engine's intents take ahead of every rule.
  package static let intentRules: [String: [IntentRule]] = [
    "idx": [
      IntentRule(intent: "register", takes: "select-enroll-profile"),
      IntentRule(intent: "recover-password", takes: "recover"),
      IntentRule(intent: "unlock-account", takes: "unlock-account"),
    ]
  ]

  /// What is wrong with an org, by the schema that it has.
  package static func diagnose(
    _ org: Program.Located<FlowSyntax.Org>, sources: ValueSources
  ) -> [Diagnostic] {
    org.node.address == nil
      ? self.problems(org, sources: sources) : readIssuer(org, sources: sources).diagnostics
  }

  /// Reads the settings of an org that is a real issuer.
  package static func readIssuer(
    _ org: Program.Located<FlowSyntax.Org>, sources: ValueSources
  ) -> (settings: IssuerSettings, diagnostics: [Diagnostic]) {
    let (settings, missing) = org.settings(sources: sources)
    guard let address = org.node.address else { return (IssuerSettings(), missing) }
    let literal = TextLiteral.read(address, in: org.script.source)
    let text = literal.segments.map { if case .text(let piece) = $0 { piece } else { "" } }.joined()
    let place = SettingPlace(start: address.range.start, end: address.range.end)
    var (read, problems) = IssuerOrg.read(
      name: org.script.text(org.node.name), address: (text, place), settings: settings)
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

  /// Reads an org's settings by its engine's own schema.
  ///
  /// - Parameters:
  ///   - org: the org as it is written.
  ///   - sources: where the values in its settings come from.
  ///   - keyring: gets the passkeys of its users.
  /// - Returns: the org, `nil` where it can't be made, and what is wrong with it.
  package static func build(
    _ org: Program.Located<FlowSyntax.Org>, sources: ValueSources, keyring: Keyring
  ) -> (org: FlowSimulator.Org?, diagnostics: [Diagnostic]) {
    let (settings, missing) = org.settings(sources: sources)
    let (built, problems) = FlowSimulator.Org.build(
      name: org.script.text(org.node.name), settings: settings
    ) { (name, handle) throws(CryptoFailure) in
      let passkey = try keyring.makeEnrolled(
        name, relyingParty: FlowSimulator.Org.inProcessIssuer.host, userHandle: handle)
      return FlowSimulator.Org.EnrolledPasskey(
        credential: passkey.credential, key: try P256.PublicKey(point: passkey.publicKey))
    }
    return (built, diagnostics(problems, missing, in: org.script.source))
  }

  /// What is wrong with an org's settings, by its engine's own schema.
  private static func problems(
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
