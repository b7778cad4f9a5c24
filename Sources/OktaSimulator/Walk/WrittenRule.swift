package import FlowDiagnostics
import FlowEngine
import SimulatorKit

/// A rule of a policy, as the settings of the org write it.
package struct WrittenRule: Sendable, Hashable {
  /// The setting of the rule, such as `sign-on`.
  package let policy: String
  package let name: String
  package let place: SourceRange
  /// The rule's settings, without their layout.
  package let text: String
  /// The zones that the rule's conditions name.
  package let zones: Set<String>
  /// The index of the rule in its policy.
  fileprivate let index: Int
}

extension Org {
  /// The rules of the sign-on, the session and the enrollment policy, in the order of evaluation.
  package var writtenRules: [WrittenRule] {
    written(policy.rules, .signOn, policy.rules.map(\.name))
      + written(policy.sessionRules, .session, policy.sessionRules.map(\.name))
      + written(policy.enrollments, .enrollment, policy.enrollments.map(\.name))
  }

  private func written(
    _ rules: [some Conditional], _ kind: OktaPoint.Policy, _ names: [String?]
  ) -> [WrittenRule] {
    let settings = policy.settings.filter { $0.name == kind.rawValue }
    // The setting of a rule isn't known if the policy has rules without one.
    guard settings.count == rules.count else { return [] }
    return rules.indices.compactMap { index in
      guard !rules[index].isAssignment, let name = names[index] else { return nil }
      let zones = rules[index].conditions.flatMap { condition -> [String] in
        guard case .zones(let bits) = condition.subject else { return [] }
        return policy.zones.indices.filter { bits >> UInt64($0) & 1 == 1 }
          .map { policy.zones[$0].name }
      }
      return WrittenRule(
        policy: kind.rawValue, name: name, place: settings[index].place,
        text: settings[index].plainText, zones: Set(zones), index: index)
    }
  }

  /// Returns the rules that decide at any of some starts of known users.
  package func deciding(at starts: [WalkStart]) -> Set<WrittenRule> {
    var indices: [Set<Int>] = [[], [], []]
    for start in starts {
      guard let account = start.index.map({ people[$0] }) else { continue }
      let decided = policy.decidingRules(for: account, in: start.context)
      for (kind, rule) in decided.prefix(indices.count).enumerated() {
        if let rule { indices[kind].insert(rule) }
      }
    }
    let kinds: [OktaPoint.Policy] = [.signOn, .session, .enrollment]
    return Set(
      writtenRules.filter { rule in
        zip(kinds, indices).contains { $0.rawValue == rule.policy && $1.contains(rule.index) }
      })
  }
}

extension Org {
  /// The texts of the settings apart from sign-on rules that decide how users get in, by how they
  /// begin, such as `routing "partners"`.
  package var decidingSettings: [String: String] {
    let kinds: [OktaPoint.Policy] = [
      .session, .enrollment, .account, .passwords, .recovery, .routing,
    ]
    let names = Set(kinds.map(\.rawValue) + ["idp", "assurance"])
    var texts: [String: String] = [:]
    for setting in policy.settings where names.contains(setting.name) {
      let label = setting.values.first?.first?.name.map { " \"\($0)\"" } ?? ""
      // Rules without a name are compared together.
      texts[setting.name + label, default: ""] += setting.plainText + "\n"
    }
    return texts
  }
}

extension Org {
  /// Returns the locations of the settings apart from sign-on rules that decide at a start and that
  /// an earlier version of the org didn't have in these words.
  ///
  /// - Parameters:
  ///   - start: A start in this org.
  ///   - provider: The index of the identity provider that the user signs in to; `nil` for none.
  ///   - old: The earlier version.
  /// - Returns: The locations, the routing rule first.
  package func changedPlaces(
    deciding start: WalkStart, _ provider: Int?, since old: Org
  ) -> [SourceRange] {
    guard let account = start.account(policy, people) else { return [] }
    let before = Set(old.policy.settings.map(\.plainText))
    func setting(_ rules: [some Conditional], _ kind: OktaPoint.Policy) -> Setting? {
      let own = policy.settings.filter { $0.name == kind.rawValue }
      let index = rules.deciding(for: account, in: start.context, as: kind)
      // The setting of a rule isn't known if the policy has rules without one.
      guard own.count == rules.count, let index else { return nil }
      return own[index]
    }
    // The rules for the domains of identity providers come last, and have no setting.
    let routings = policy.routings.filter { !$0.isOfDomains }
    let visited = provider.flatMap { index in
      let name = policy.providers[index].name
      return policy.settings.first { $0.name == "idp" && $0.values.first?.first?.name == name }
    }
    let found = [
      setting(routings, .routing), visited,
      setting(policy.sessionRules, .session), setting(policy.enrollments, .enrollment),
      setting(policy.recoveries, .recovery), setting(policy.passwords, .passwords),
    ]
    return found.compactMap(\.self).filter { !before.contains($0.plainText) }.map(\.place)
  }
}

extension Setting {
  /// The setting's words, without its layout, its comments and the values of secrets.
  fileprivate var plainText: String {
    let terms = values.map { $0.map(\.plainText).joined(separator: " ") }
    let own = name + " " + terms.joined(separator: ", ")
    return block.map { "\(own) {\($0.map(\.plainText).joined(separator: "; "))}" } ?? own
  }
}

extension SettingTerm {
  fileprivate var plainText: String {
    switch kind {
    case .word(let word): word
    case .text(let text): "\"\(text)\""
    case .secret: "secret"
    case .number(let number): "\(number)"
    case .duration(let duration): "\(duration)"
    case .mark(let mark): mark
    }
  }
}
