import FlowChecker
import FlowEngine
import FlowText
package import FlowScript
import FlowDiagnostics
import FlowInterpreter
import OktaSimulator
import FlowSyntax
import MobileIdPEngine
import MobileIdPSimulator
import NextAuthEngine
import NextAuthSimulator

extension OrgReader {
  /// Validates every org, the simulated ones by the schemas of their engines.
  package static let simulated = OrgReader { org, program, sources, isClaimed in
    SimulatedOrgs.read(org, in: program, sources: sources, isClaimed: isClaimed)
  }
}

extension SimulatedOrgs {
  /// The words for steps of the usual engine at which the org's own authenticators alone stand.
  fileprivate static let authenticatorSteps = [
    "authenticator-enrollment-data", "authenticator-verification-data", "challenge",
    "challenge-authenticator", "enroll-authenticator", "reset-authenticator",
    "select-authenticator", "select-authenticator-authenticate", "select-authenticator-enroll",
    "select-authenticator-unlock-account",
  ]

  /// Validates a simulated org against the schema of its engine, and reads what flows may name of it.
  fileprivate static func read(
    _ org: Program.Located<FlowSyntax.Org>, in program: Program, sources: ValueSources,
    isClaimed: Bool
  ) -> OrgReader.Reading {
    let (settings, missing) = org.settings(sources: sources)
    let name = org.script.text(org.node.name)
    func reading(
      _ diagnostics: [Diagnostic], _ words: OrgWords?, _ model: BuiltOrg.Model?
    ) -> OrgReader.Reading {
      OrgReader.Reading(
        diagnostics, words: words,
        model: diagnostics.isEmpty ? model.map { BuiltOrg($0, of: settings) } : nil)
    }
    switch EngineCatalog.engine(of: org) {
    case MobileIdPEngine.vocabulary.engine:
      let (built, diagnostics) = buildMobileIdP(org, in: program, settings, missing)
      return reading(diagnostics, built.map { OrgWords($0) }, built.map { .mobileIdP($0) })
    case NextAuthEngine.vocabulary.engine:
      let (built, problems) = NextAuthOrg.build(name: name, settings: settings)
      let diagnostics = EngineCatalog.diagnostics(problems, missing, in: org.script.source)
      return reading(diagnostics, nil, built.map { .nextAuth($0) })
    default:
      let (problems, outline, blueprint) = OktaSimulator.Org.inspect(
        name: name, settings: settings)
      return reading(
        EngineCatalog.diagnostics(problems, missing, in: org.script.source)
          + (outline.map { slips(in: $0, of: name, org.script.source) } ?? []),
        missing.isEmpty ? outline.map { OrgWords($0, isClaimed: isClaimed) } : nil,
        blueprint.map { .idx($0) })
    }
  }

  /// Groups and types that nobody is in, and that are surely meant to be others.
  ///
  /// A group may be empty; one that is called nearly like another is a slip.
  private static func slips(
    in outline: OktaSimulator.Org.Outline, of name: String, _ source: SourceFile
  ) -> [Diagnostic] {
    outline.nobodies.compactMap { nobody in
      let known = nobody.kind == "group" ? outline.groups : outline.types
      let meant = known.filter { Suggestion.isSlip(nobody.name, of: $0) }
      guard !meant.isEmpty else { return nil }
      let range = SourceRange(nobody.place.start, nobody.place.end)
      return Diagnostic(
        .notInOrg(
          kind: "user of \(nobody.kind)", name: nobody.name, orgs: [name], nearest: meant),
        at: Place(source, range))
    }
  }
}

extension OrgWords {
  /// What an org of apps has.
  fileprivate init(_ org: MobileIdPOrg) {
    self.init(
      parameters: ["app", "from"].map { Known($0, kind: "app", values: org.apps.map(\.name)) })
  }

  /// What an org of the usual engine has.
  fileprivate init(_ outline: OktaSimulator.Org.Outline, isClaimed: Bool) {
    var intents: [String] = []
    if !outline.allowsRegistration { intents.append("register") }
    if !outline.allowsRecovery { intents.append("recover-password") }
    if !outline.allowsUnlock { intents.append("unlock-account") }
    var parameters = [
      Known("session", kind: "user with a session", values: outline.usersWithSession),
      Known("remembered", kind: "user", values: outline.users),
    ]
    // Where no rule speaks of zones, none is wrong.
    if !outline.zones.isEmpty {
      parameters.append(Known("zone", kind: "zone", values: outline.zones, areNames: true))
    }
    let facts = [
      Known("rule", kind: "rule", values: outline.rules),
      Known("session-rule", kind: "session rule", values: outline.sessionRules),
    ]
    self.init(
      lackingSubjects: outline.lackingAuthenticators,
      subjectSteps: SimulatedOrgs.authenticatorSteps,
      fields: outline.routesByDomain
        ? [] : [Known("identifier", kind: "user", values: outline.users)],
      parameters: parameters,
      facts: facts, claims: isClaimed ? facts + OrgWords.claimed(outline) : [],
      lackingIntents: intents, newcomerIntents: ["register"])
  }

  /// What claims may name besides what a run can ask for.
  private static func claimed(_ outline: OktaSimulator.Org.Outline) -> [Known] {
    [
      Known("group", kind: "group", values: outline.groups),
      Known("type", kind: "type of users", values: outline.types),
      Known("user", kind: "user", values: outline.users),
      Known("used", kind: "factor", values: Method.allCases.flatMap(\.names)),
      Known("enrolled", kind: "authenticator", values: Authenticator.allCases.flatMap(\.words)),
      Known("zone", kind: "zone", values: outline.zones),
    ]
      + [WalkQuestion.Fact.device, .risk, .platform].map { fact in
        Known(fact.rawValue, kind: fact.rawValue, values: fact.words)
      }
  }
}
