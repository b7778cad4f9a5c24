import FlowDiagnostics
import FlowEngine
import SimulatorKit

/// The locations of an org's rules and of their parts, in the settings that define the org.
struct PolicyPlaces {
  /// The settings of each policy's rules, in order.
  private var rules: [OktaPoint.Policy: [Setting]] = [:]
  /// The locations of all settings.
  ///
  /// `written` is used for settings that aren't rules.
  let written: SettingPlaces

  init(_ settings: [Setting]) {
    written = SettingPlaces(settings)
    for policy in OktaPoint.Policy.allCases where policy != .unlock {
      rules[policy] = settings.filter { $0.name == policy.rawValue }
    }
  }

  private func setting(_ policy: OktaPoint.Policy, _ index: Int) -> Setting? {
    guard let rules = rules[policy.home], rules.indices.contains(index) else { return nil }
    return rules[index]
  }

  /// Returns the location of a rule.
  func rule(_ policy: OktaPoint.Policy, _ index: Int) -> SourceRange? {
    setting(policy, index)?.place
  }

  /// Returns the location of a setting in a rule, or the location of the rule if the rule doesn't
  /// have the setting.
  func part(_ policy: OktaPoint.Policy, _ index: Int, _ name: String) -> SourceRange? {
    let setting = setting(policy, index)
    return setting?.block?.first { $0.name == name }?.place ?? setting?.place
  }

  /// Returns the location of a condition of a rule.
  func condition(_ policy: OktaPoint.Policy, _ index: Int, _ position: Int) -> SourceRange? {
    let clauses = (setting(policy, index)?.block ?? []).filter { $0.name == "when" }
      .flatMap { $0.values.joinedByCommas.split { $0.word == "and" } }
    return clauses.indices.contains(position) ? clauses[position].first?.place : nil
  }

  /// Returns the location of an authenticator in a rule.
  ///
  /// The function searches the rule's settings with the given names. If they don't list the
  /// authenticator, it returns the location of the first of these settings, or the location of the
  /// rule.
  func authenticator(
    _ authenticator: Authenticator, of policy: OktaPoint.Policy, _ index: Int, in names: [String]
  ) -> SourceRange? {
    let setting = setting(policy, index)
    let inner = (setting?.block ?? []).filter { names.contains($0.name) }
    return PolicyPlaces.place(of: authenticator, in: inner) ?? inner.first?.place ?? setting?.place
  }

  /// Returns the location of an authenticator in the org's `authenticators` setting.
  func authenticator(_ authenticator: Authenticator) -> SourceRange? {
    PolicyPlaces.place(
      of: authenticator, in: written.settings.filter { $0.name == "authenticators" })
  }

  private static func place(
    of authenticator: Authenticator, in settings: [Setting]
  ) -> SourceRange? {
    settings.lazy.flatMap(\.values).flatMap { $0 }.first { term in
      term.word.map { authenticator.words.contains($0.normalizedWord) } ?? false
    }?.place
  }
}
