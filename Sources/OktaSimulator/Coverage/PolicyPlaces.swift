import FlowEngine

/// Where the rules of an org and their parts stand, found in the settings that it was read from.
struct PolicyPlaces {
  /// The settings of each policy's rules, in order.
  private var rules: [OrgPoint.Policy: [Setting]] = [:]
  private let settings: [Setting]

  init(_ settings: [Setting]) {
    self.settings = settings
    for policy in OrgPoint.Policy.allCases where policy != .unlock {
      rules[policy] = settings.filter { $0.name == policy.rawValue }
    }
  }

  /// What of settings an org keeps to tell where its parts stand: nothing of people and of clients,
  /// whose blocks hold secrets.
  static func kept(_ settings: [Setting]) -> [Setting] {
    let blocks = OrgPoint.Policy.allCases.map(\.rawValue) + ["server"]
    return settings.map { setting in
      var kept = setting
      if !blocks.contains(setting.name) { kept.block = nil }
      return kept
    }
  }

  private func setting(_ policy: OrgPoint.Policy, _ index: Int) -> Setting? {
    guard let rules = rules[policy.home], rules.indices.contains(index) else { return nil }
    return rules[index]
  }

  /// Where a rule begins.
  func rule(_ policy: OrgPoint.Policy, _ index: Int) -> SettingPlace? {
    setting(policy, index)?.place
  }

  /// Where a setting of a rule stands, else the rule.
  func part(_ policy: OrgPoint.Policy, _ index: Int, _ name: String) -> SettingPlace? {
    let setting = setting(policy, index)
    return setting?.block?.first { $0.name == name }?.place ?? setting?.place
  }

  /// Where a condition of a rule stands.
  func condition(_ policy: OrgPoint.Policy, _ index: Int, _ position: Int) -> SettingPlace? {
    let clauses = (setting(policy, index)?.block ?? []).filter { $0.name == "when" }
      .flatMap { $0.values.joinedByCommas.split { $0.word == "and" } }
    return clauses.indices.contains(position) ? clauses[position].first?.place : nil
  }

  /// Where an authenticator stands in one of several settings of a rule, else the rule.
  func authenticator(
    _ authenticator: Authenticator, of policy: OrgPoint.Policy, _ index: Int, in names: [String]
  ) -> SettingPlace? {
    let setting = setting(policy, index)
    let inner = (setting?.block ?? []).filter { names.contains($0.name) }
    return PolicyPlaces.place(of: authenticator, in: inner) ?? inner.first?.place ?? setting?.place
  }

  /// Where an authenticator of the org stands.
  func authenticator(_ authenticator: Authenticator) -> SettingPlace? {
    PolicyPlaces.place(of: authenticator, in: settings.filter { $0.name == "authenticators" })
  }

  private static func place(
    of authenticator: Authenticator, in settings: [Setting]
  ) -> SettingPlace? {
    settings.lazy.flatMap(\.values).flatMap { $0 }.first { term in
      term.word.map { authenticator.words.contains($0.normalizedWord) } ?? false
    }?.place
  }

  /// Where a setting of the org stands that is known by its first value, or that has none.
  func setting(_ name: String, _ value: String? = nil) -> SettingPlace? {
    settings.first { setting in
      setting.name == name && (value == nil || setting.values.first?.first?.name == value)
    }?.place
  }

  /// Where a setting stands in the block of one that is known by its first value, else that one.
  func inner(_ name: String, of outer: String, _ value: String) -> SettingPlace? {
    let setting = settings.first { setting in
      setting.name == outer && setting.values.first?.first?.name == value
    }
    return setting?.block?.first { $0.name == name }?.place ?? setting?.place
  }

  /// Whether the org says anything by a setting.
  func has(_ name: String) -> Bool { settings.contains { $0.name == name } }

  /// Where the settings of a name stand, in order.
  func all(_ name: String) -> [SettingPlace] {
    settings.filter { $0.name == name }.map(\.place)
  }
}
