import FlowDiagnostics
import FlowEngine
import SimulatorKit

/// Where the rules of an org and their parts stand, found in the settings that it was read from.
struct PolicyPlaces {
  /// The settings of each policy's rules, in order.
  private var rules: [OktaPoint.Policy: [Setting]] = [:]
  /// Where the other settings stand.
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

  /// Where a rule begins.
  func rule(_ policy: OktaPoint.Policy, _ index: Int) -> SourceRange? {
    setting(policy, index)?.place
  }

  /// Where a setting of a rule stands, else the rule.
  func part(_ policy: OktaPoint.Policy, _ index: Int, _ name: String) -> SourceRange? {
    let setting = setting(policy, index)
    return setting?.block?.first { $0.name == name }?.place ?? setting?.place
  }

  /// Where a condition of a rule stands.
  func condition(_ policy: OktaPoint.Policy, _ index: Int, _ position: Int) -> SourceRange? {
    let clauses = (setting(policy, index)?.block ?? []).filter { $0.name == "when" }
      .flatMap { $0.values.joinedByCommas.split { $0.word == "and" } }
    return clauses.indices.contains(position) ? clauses[position].first?.place : nil
  }

  /// Where an authenticator stands in one of several settings of a rule, else the rule.
  func authenticator(
    _ authenticator: Authenticator, of policy: OktaPoint.Policy, _ index: Int, in names: [String]
  ) -> SourceRange? {
    let setting = setting(policy, index)
    let inner = (setting?.block ?? []).filter { names.contains($0.name) }
    return PolicyPlaces.place(of: authenticator, in: inner) ?? inner.first?.place ?? setting?.place
  }

  /// Where an authenticator of the org stands.
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
