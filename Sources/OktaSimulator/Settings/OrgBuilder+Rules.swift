import FlowEngine
import SimulatorKit

// Sign-on rules and the global session policy.
extension OrgBuilder {
  mutating func readRule(_ setting: Setting) {
    let names = policy.rules.compactMap(\.name)
    var rule = SignOnRule(name: ruleName(setting, names), requirement: .any(1))
    var requirement: SettingPlace?
    var isConditional = false
    for inner in reader.known(setting.block ?? [], in: ["sign-on"]) {
      switch inner.name {
      case "when":
        isConditional = true
        rule.conditions += readConditions(inner, "sign-on")
      case "deny":
        rule.isDenied = true
        bare(inner, Org.form("sign-on", "deny"))
      case "reauthenticate": readReauthentication(inner, &rule.reauthentication)
      default:
        requirement = inner.place
        if let read = RequirementParser.parse(inner, policy: policy, reader: &reader) {
          rule.requirement = read
        }
      }
    }
    if let requirement, rule.isDenied {
      reader.report(
        SettingProblem(
          .value, "whom a rule denies has nothing to verify", at: requirement,
          help: "take `require` or `deny`"))
    } else if requirement == nil, !rule.isDenied {
      reader.report(
        SettingProblem(
          .missing, "a sign-on rule needs `require`", at: setting.place,
          help: "add \(Org.form("sign-on", "require"))"))
    }
    noteReach(setting, isConditional: isConditional)
    policy.rules.append(rule)
  }

  mutating func readSessionRule(_ setting: Setting) {
    let names = policy.sessionRules.compactMap(\.name)
    var rule = SessionRule(name: ruleName(setting, names))
    var isConditional = false
    for inner in reader.known(setting.block ?? [], in: ["session-policy"]) {
      let form = Org.form("session-policy", inner.name)
      switch inner.name {
      case "when":
        isConditional = true
        rule.conditions += readConditions(inner, "session-policy")
      case "deny":
        rule.isDenied = true
        bare(inner, form)
      case "require":
        rule.needsPassword = reader.choice(inner, ["any", "password"]) == "password"
        if rule.needsPassword { needs(.password, inner) }
      case "mfa": rule.prompt = readPrompt(inner, form) ?? rule.prompt
      case "lifetime": rule.lifetime = reader.span(inner) ?? rule.lifetime
      case "idle": rule.idle = reader.span(inner) ?? rule.idle
      default: rule.isPersistent = reader.choice(inner, ["off", "on"]) == "on"
      }
    }
    rule.compile()
    noteReach(setting, isConditional: isConditional)
    policy.sessionRules.append(rule)
  }

  /// The name of a rule, which no other one may have.
  mutating func ruleName(_ setting: Setting, _ names: [String]) -> String? {
    guard !setting.values.isEmpty else { return nil }
    let name = reader.one(setting, Org.form(setting.name), \.name)
    if let name, names.contains(name) {
      reader.report(
        SettingProblem(
          .duplicate, "there are two \(setting.name) rules `\(name)`", at: setting.place))
    }
    return name
  }

  /// Reports a value at a setting that is a word alone.
  private mutating func bare(_ setting: Setting, _ form: SettingForm) {
    if let term = setting.values.first?.first { reader.malformed(setting, at: term, form) }
  }

  /// Reports a rule behind one that is for everybody.
  mutating func noteReach(_ setting: Setting, isConditional: Bool) {
    if let other = catchAlls[setting.name] {
      reader.report(
        SettingProblem(
          .value, "this rule is never reached: the one before it is for everybody",
          at: setting.place, help: "put the rule without `when` last", other: other))
    } else if !isConditional {
      catchAlls[setting.name] = setting.place
    }
  }

  /// `reauthenticate [password] every 12h`, `always` or `once`.
  private mutating func readReauthentication(
    _ setting: Setting, _ reauthentication: inout Reauthentication
  ) {
    let form = Org.form("sign-on", "reauthenticate")
    var terms = reader.terms(setting, form)[...]
    var methods: Methods?
    if let word = terms.first?.word, !["every", "always", "once"].contains(word),
      let first = terms.popFirst()
    {
      switch word {
      case "knowledge": methods = .knowledge
      case "possession": methods = .possession
      default:
        guard let authenticator = reader.authenticator(first, of: policy) else { return }
        methods = authenticator.methods
      }
    }
    let age: Reauthentication.Age
    switch (terms.first?.word, terms.count) {
    case ("always", 1): age = .always
    case ("once", 1): age = .once
    case ("every", 2...):
      guard let span = SettingReader.span(terms.dropFirst()) else { fallthrough }
      age = .every(span)
    default:
      reader.malformed(setting, at: terms.first, form)
      return
    }
    if let methods {
      reauthentication.special.append(.init(methods: methods, age: age))
    } else {
      reauthentication.general = age
    }
  }

  /// `mfa always`, `every 15m`, `per session`, `per device` or `off`.
  private mutating func readPrompt(_ setting: Setting, _ form: SettingForm) -> SessionRule.Prompt? {
    let terms = reader.terms(setting, form)
    switch (terms.first?.word, terms.count) {
    case ("off", 1): return .off
    case ("always", 1): return .always
    case ("per", 2) where terms[1].word == "session": return .perSession
    case ("per", 2) where terms[1].word == "device": return .perDevice
    case ("every", 2...):
      if let span = SettingReader.span(terms.dropFirst()) { return .every(span) }
    default: break
    }
    reader.malformed(setting, at: terms.first, form)
    return nil
  }

  /// `keep-me-signed-in asked { prompt every 30 days; lifetime 90 days }`.
  mutating func readKeepMeSignedIn(_ setting: Setting) {
    policy.keepMeSignedIn.isAsked = reader.choice(setting, ["asked", "off"]) == "asked"
    for inner in reader.known(setting.block ?? [], in: ["keep-me-signed-in"]) {
      if inner.name == "lifetime" {
        policy.keepMeSignedIn.lifetime = reader.span(inner)
        continue
      }
      let form = Org.form("keep-me-signed-in", "prompt")
      let terms = reader.terms(inner, form)
      if terms.count == 1, terms[0].word == "always" {
        policy.keepMeSignedIn.every = nil
      } else if terms.first?.word == "every", let span = SettingReader.span(terms.dropFirst()) {
        policy.keepMeSignedIn.every = span
      } else {
        reader.malformed(inner, at: terms.first, form)
      }
    }
  }

  /// Reports whom a rule names, and who is nobody here.
  mutating func reportUnknownUsers() {
    guard policy.registration == nil else { return }
    for (login, place) in namedUsers where placesOfPeople[login.lowercased()] == nil {
      reader.report(
        SettingProblem(
          .value, "this org has no user `\(login)`", at: place, word: login,
          candidates: people.map(\.login)))
    }
  }
}
