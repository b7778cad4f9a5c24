import FlowChecker
import FlowEngine
import FlowText
import FlowScript
import FlowDiagnostics
import FlowInterpreter
import OktaSimulator
import FlowSyntax

extension EngineKit {
  /// The kit of Okta's Identity Engine.
  package static let idx = EngineKit(
    .idx, demo: DemoOrg.source, settings: OktaSimulator.Org.schema,
    problems: { OktaSimulator.Org.problems(name: $0, settings: $1) },
    read: { readIdentity($0, isClaimed: $1) },
    make: { text, keyring in
      let (org, diagnostics) = SimulatedOrgs.build(
        text.org, text.readings[text.name], sources: text.sources, keyring: keyring)
      return (org.map { SimulatedOkta($0) }, diagnostics)
    },
    names: { OktaSimulator.Org.names(at: $0, name: $1, settings: $2) }
  )

  /// The default engine's steps whose subjects must be authenticators of the org.
  fileprivate static let authenticatorSteps = [
    "authenticator-enrollment-data", "authenticator-verification-data", "challenge",
    "challenge-authenticator", "enroll-authenticator", "reset-authenticator",
    "select-authenticator", "select-authenticator-authenticate", "select-authenticator-enroll",
    "select-authenticator-unlock-account",
  ]

  /// Validates an org, and reads the names that flows may use.
  private static func readIdentity(
    _ text: SimulatedOrgText, isClaimed: Bool
  ) -> OrgReader.Reading {
    let (settings, missing) = text.settings
    let name = text.name
    let (problems, outline, blueprint) = OrgOutline.inspect(name: name, settings: settings)
    return OrgReader.Reading(
      EngineCatalog.diagnostics(problems, missing, in: text.source)
        + oldAcceptances(in: text.org) + odd(in: settings, text.source)
        + (outline.map { slips(in: $0, of: name, text.source) + mixed(in: $0, text.source) } ?? []),
      words: missing.isEmpty ? outline.map { OrgWords($0, isClaimed: isClaimed) } : nil,
      model: blueprint, of: settings)
  }

  /// Accepted findings whose ids are written in an old spelling.
  private static func oldAcceptances(
    in org: Program.Located<FlowSyntax.Org>
  ) -> [Diagnostic] {
    org.node.settings.compactMap { setting in
      guard org.script.text(setting.name) == "accept",
        case .text(let text)? = setting.values.first?.first,
        let finding = TextLiteral.fixedText(text, in: org.script.source)
      else { return nil }
      let words = finding.split(separator: " ").map(String.init)
      guard let old = words.first(where: { OldProblemID.replacement(for: $0) != nil }),
        let current = OldProblemID.replacement(for: old)
      else { return nil }
      let corrected = words.map { OldProblemID.replacement(for: $0) ?? $0 }
      return Diagnostic(
        .oldSpelling(
          word: old, current: current, replacement: corrected.joined(separator: " ")),
        at: Place(org.script.source, text.range))
    }
  }

  /// Values of zones that are probably misspelled.
  private static func odd(in settings: [Setting], _ source: SourceFile) -> [Diagnostic] {
    ZoneOddity.all(in: settings).map { oddity in
      Diagnostic(
        .unknownPlace(message: oddity.message, nearest: oddity.meant),
        at: oddity.place.map { Place(source, $0) })
    }
  }

  /// Requirements that are easily misread.
  private static func mixed(in outline: OrgOutline, _ source: SourceFile) -> [Diagnostic] {
    outline.mixedRequirements.map { mixed in
      Diagnostic(.mixedRequirement(reading: mixed.reading), at: Place(source, mixed.place))
    }
  }

  /// The problems for groups and types without users whose names are probably misspelled.
  ///
  /// A group may be empty, but a name that is very similar to another group's name is a
  /// misspelling.
  private static func slips(
    in outline: OrgOutline, of name: String, _ source: SourceFile
  ) -> [Diagnostic] {
    outline.nobodies.compactMap { nobody in
      let known = nobody.kind == "group" ? outline.groups : outline.types
      let meant = known.filter { Suggestion.isSlip(nobody.name, of: $0) }
      guard !meant.isEmpty else { return nil }
      return Diagnostic(
        .notInOrg(
          kind: "user of \(nobody.kind)", name: nobody.name, orgs: [name], nearest: meant),
        at: Place(source, nobody.place))
    }
  }
}

extension OrgWords {
  /// The names that flows may use with an org of the default engine.
  fileprivate init(_ outline: OrgOutline, isClaimed: Bool) {
    var intents: [String] = []
    if !outline.allowsRegistration { intents.append("register") }
    if !outline.allowsRecovery { intents.append("recover-password") }
    if !outline.allowsUnlock { intents.append("unlock-account") }
    var parameters = [
      Known("session", kind: "user with a session", values: outline.usersWithSession),
      Known("remembered", kind: "user", values: outline.users),
    ]
    if !outline.apps.isEmpty {
      parameters.append(Known("app", kind: "app", values: outline.apps))
    }
    // If no rule uses zones, every zone name is accepted.
    if !outline.zones.isEmpty {
      parameters.append(Known("zone", kind: "zone", values: outline.zones, areNames: true))
    }
    let facts = [
      Known("rule", kind: "rule", values: outline.rules),
      Known("session-rule", kind: "session rule", values: outline.sessionRules),
    ]
    self.init(
      lackingSubjects: outline.lackingAuthenticators,
      subjectSteps: EngineKit.authenticatorSteps,
      fields: outline.routesByDomain
        ? [] : [Known("identifier", kind: "user", values: outline.users)],
      parameters: parameters,
      facts: facts, claims: isClaimed ? facts + OrgWords.claimed(outline) : [],
      lackingIntents: intents, newcomerIntents: ["register"])
  }

  /// The additional names that claims may use.
  private static func claimed(_ outline: OrgOutline) -> [Known] {
    [
      Known("app", kind: "app", values: outline.apps),
      Known("group", kind: "group", values: outline.groups),
      Known("type", kind: "type of users", values: outline.types),
      Known("user", kind: "user", values: outline.users),
      Known("used", kind: "factor", values: Method.allCases.flatMap(\.names)),
      Known("recovered-by", kind: "factor", values: Method.allCases.flatMap(\.names)),
      Known("passwords.common", kind: "word", values: ["allowed", "forbidden"]),
      Known("enrolled", kind: "authenticator", values: Authenticator.allCases.flatMap(\.words)),
      Known("zone", kind: "zone", values: outline.zones),
    ]
      + [WalkQuestion.Fact.device, .risk, .platform].map { fact in
        Known(fact.rawValue, kind: fact.rawValue, values: fact.words)
      }
  }
}
