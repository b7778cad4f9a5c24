import FlowDiagnostics
import FlowEngine
import SimulatorKit

/// Divides the settings of an org into the settings that each of its apps has.
///
/// The settings outside of the blocks `app` are the same for all apps. An app can have its own
/// sign-on rules, its own registration and its own users; an enrollment or routing rule can be for
/// some apps. So for its users, an app is an org with a single app, and it is read as one.
struct AppSettings {
  /// An app, with the settings of the org as its users see them.
  struct App {
    /// The name of the app; `nil` if the settings don't name it.
    var name: String?
    /// The location of the app's block, or of the policy that no app uses; `nil` if the org has no
    /// block `app`.
    var place: SourceRange?
    var settings: [Setting]
    /// Whether the first sign-on rule denies access to users who aren't assigned to the app.
    var isAssigned = false
  }

  /// The apps in the order of the settings; one without a name if the settings have no app.
  private(set) var apps: [App] = []
  /// The settings with the sign-on policies and the rules of the org that no app uses.
  ///
  /// They are read only to check them.
  private(set) var unused: [App] = []
  private(set) var problems: [SettingProblem] = []

  /// The settings outside of the apps.
  private let common: [Setting]
  /// The same settings without the users, which only the first app reads: an org can have many users
  /// and many apps.
  private let unpeopled: [Setting]
  private let policies: [(name: String, setting: Setting)]
  private var usedPolicies: Set<String> = []
  /// The names of the settings outside of the apps that an app uses.
  private var usedWords: Set<String> = []
  private let names: [String]

  /// The name of the rule that denies access to users who aren't assigned to an app.
  static let unassigned = "not assigned"
  static let appWord = "app"
  static let userWord = "user"
  static let policyWord = "sign-on-policy"
  private static let signOnWord = "sign-on"
  private static let registrationWord = "registration"
  static let assignedWord = "assigned"
  /// The rules that can have conditions about apps.
  private static let wordsByApp: Set = ["enrollment", "routing"]

  init(_ settings: [Setting]) {
    let blocks = settings.filter { $0.name == Self.appWord }
    policies = settings.filter { $0.name == Self.policyWord }.compactMap { setting in
      Self.name(of: setting).map { ($0, setting) }
    }
    common = settings.filter { $0.name != Self.appWord && $0.name != Self.policyWord }
    unpeopled = common.filter { $0.name != Self.userWord }
    names = blocks.compactMap(Self.name)
    for setting in settings where setting.name == Self.policyWord { check(policy: setting) }
    guard blocks.count > 1 else {
      apps = [app(blocks.first)]
      addUnused()
      return
    }
    for block in blocks {
      if let name = Self.name(of: block) {
        guard !apps.contains(where: { $0.name == name }) else {
          let other = apps.first { $0.name == name }?.place
          problems.append(
            SettingProblem(
              .duplicate, "there are two apps `\(name)`", at: block.place, other: other))
          continue
        }
      } else {
        problems.append(
          SettingProblem(
            .missing, "an app needs a name if the org has several", at: block.place,
            help: "write `app \"payroll\" { … }`"))
      }
      apps.append(app(block))
    }
    addUnused()
  }

  /// The single word or text after a setting's name.
  private static func name(of setting: Setting) -> String? {
    guard setting.values.count == 1, setting.values[0].count == 1 else { return nil }
    return setting.values[0][0].name
  }

  // MARK: One app

  /// Returns the settings of an app.
  private mutating func app(_ block: Setting?) -> App {
    let inner = block?.block ?? []
    let rules = rules(of: inner)
    let registration = inner.filter { $0.name == Self.registrationWord }
    let assignment = inner.filter { $0.name == Self.assignedWord }
    let name = block.flatMap(Self.name)
    var settings: [Setting] = []
    var decided: Set<String> = []
    for setting in apps.isEmpty ? common : unpeopled {
      switch setting.name {
      case Self.signOnWord where rules != nil: continue
      case Self.registrationWord where !registration.isEmpty: continue
      case let word where Self.wordsByApp.contains(word):
        guard let rule = rule(setting, for: name), !decided.contains(word) else { continue }
        settings.append(rule)
        // For this app, the rules after a rule that only names the app never decide.
        if rule != setting, rule.block?.contains(where: { $0.name == "when" }) == false {
          decided.insert(word)
        }
      default:
        usedWords.insert(setting.name)
        settings.append(setting)
      }
    }
    settings += registration
    let denial = assignment.first.map(Self.denial)
    if let denial {
      let first = settings.firstIndex { $0.name == Self.signOnWord } ?? settings.endIndex
      settings.insert(denial, at: first)
    }
    settings += rules ?? []
    // The policies are read once, to report settings that they don't have.
    if apps.isEmpty { settings += policies.map(\.setting) }
    if var block {
      block.block = inner.filter {
        ![Self.signOnWord, Self.policyWord, Self.registrationWord].contains($0.name)
      }
      settings.append(block)
    }
    return App(
      name: name, place: block?.place, settings: settings, isAssigned: denial != nil)
  }

  /// Returns the sign-on rules of an app: its own, or those of the policy that it names.
  ///
  /// `nil` if it has neither, so that the rules of the org apply.
  private mutating func rules(of inner: [Setting]) -> [Setting]? {
    let own = inner.filter { $0.name == Self.signOnWord }
    let lines = inner.filter { $0.name == Self.policyWord }
    guard let line = lines.first else { return own.isEmpty ? nil : own }
    if lines.count > 1 {
      problems.append(
        SettingProblem(
          .duplicate, "`sign-on-policy` is set twice", at: lines[1].place, other: line.place))
    }
    if let rule = own.first {
      problems.append(
        SettingProblem(
          .value, "an app has either its own rules or those of a `sign-on-policy`", at: rule.place,
          help: "move the rules into the policy, or remove the line", other: line.place))
    }
    guard let name = Self.name(of: line), line.block == nil else {
      problems.append(
        SettingProblem(
          .value, "`sign-on-policy` names a policy of the org here", at: line.place,
          help: "write `sign-on-policy \"strong\"`, and its rules outside of the app"))
      return own
    }
    guard let policy = policies.first(where: { $0.name == name }) else {
      problems.append(
        SettingProblem(
          .unknown, "this org has no sign-on policy `\(name)`",
          at: line.values[0][0].place, word: name, candidates: policies.map(\.name)))
      return own
    }
    usedPolicies.insert(name)
    return (policy.setting.block ?? []).filter { $0.name == Self.signOnWord }
  }

  /// Returns the rule that denies access to the users who aren't in `assigned group staff, user
  /// "…"`.
  private static func denial(_ line: Setting) -> Setting {
    func term(_ kind: SettingTerm.Kind) -> SettingTerm { SettingTerm(kind, place: line.place) }
    var conditions: [Setting] = []
    var subject: SettingTerm?
    for terms in line.values {
      var values = terms[...]
      if terms.count > 1 { subject = values.popFirst() }
      let word = subject?.word ?? ""
      let written = values.map { [$0] }
      if let index = conditions.lastIndex(where: { $0.values[0].dropFirst().first?.word == word }) {
        conditions[index].values += written
      } else if let first = values.first {
        conditions.append(
          Setting(
            "when", place: line.place,
            values: [[term(.word("not")), term(.word(word)), first]] + written.dropFirst()))
      }
    }
    return Setting(
      signOnWord, place: line.place, values: [[term(.text(unassigned))]],
      block: conditions + [Setting("deny", place: line.place)])
  }

  // MARK: Conditions about apps

  /// Returns a rule without its conditions about apps; `nil` if they don't hold.
  private mutating func rule(_ setting: Setting, for app: String?) -> Setting? {
    guard let block = setting.block else { return setting }
    var holds = true
    var kept: [Setting] = []
    for line in block {
      guard line.name == "when" else {
        kept.append(line)
        continue
      }
      var clauses: [ArraySlice<SettingTerm>] = []
      for clause in line.values.joinedByCommas.split(
        omittingEmptySubsequences: false, whereSeparator: { $0.word == "and" })
      {
        let isNegated = clause.first?.word == "not"
        let rest = isNegated ? clause.dropFirst() : clause
        guard let first = rest.first, ["app", "apps"].contains(first.word), rest.count > 1 else {
          clauses.append(clause)
          continue
        }
        let named = rest.dropFirst().filter { $0.mark != "," }
        for term in named { check(app: term) }
        holds = holds && named.contains { $0.name == app && app != nil } != isNegated
      }
      guard let first = clauses.first else { continue }
      var line = line
      let and = SettingTerm(.word("and"), place: line.place)
      line.values = [clauses.dropFirst().reduce(Array(first)) { $0 + [and] + $1 }]
      kept.append(line)
    }
    guard holds else { return nil }
    var setting = setting
    setting.block = kept
    return setting
  }

  private mutating func check(app term: SettingTerm) {
    guard let name = term.name, !names.contains(name) else { return }
    let problem = SettingProblem(
      .unknown, "this org has no app `\(name)`", at: term.place, word: name, candidates: names)
    if !problems.contains(problem) { problems.append(problem) }
  }

  // MARK: Policies

  private mutating func check(policy setting: Setting) {
    guard let name = Self.name(of: setting) else {
      problems.append(
        SettingProblem(
          .value, "a sign-on policy needs a name", at: setting.place,
          help: "write `sign-on-policy \"strong\" { sign-on { require any 2 } }`"))
      return
    }
    if setting.block?.contains(where: { $0.name == Self.signOnWord }) != true {
      problems.append(
        SettingProblem(
          .missing, "a sign-on policy needs a `sign-on` rule", at: setting.place,
          help: "write `sign-on-policy \(OrgItem.quoted(name)) { sign-on { require any 2 } }`"))
    }
    if let first = policies.first(where: { $0.name == name }), first.setting.place != setting.place
    {
      problems.append(
        SettingProblem(
          .duplicate, "there are two sign-on policies `\(name)`", at: setting.place,
          other: first.setting.place))
    }
  }

  private mutating func addUnused() {
    for (name, setting) in policies where !usedPolicies.contains(name) {
      let rules = (setting.block ?? []).filter { $0.name == Self.signOnWord }
      unused.append(
        App(
          name: name, place: setting.place,
          settings: unpeopled.filter {
            $0.name != Self.signOnWord && !Self.wordsByApp.contains($0.name)
          }
            + rules))
    }
    let others = [Self.signOnWord, Self.registrationWord].filter { word in
      !usedWords.contains(word) && common.contains { $0.name == word }
    }
    guard !others.isEmpty else { return }
    unused.append(
      App(
        name: nil, place: nil,
        settings: common.filter {
          others.contains($0.name)
            || !Self.wordsByApp.union([Self.signOnWord, Self.registrationWord]).contains($0.name)
        }))
  }
}
