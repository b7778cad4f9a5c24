package import FlowDiagnostics

/// A recovery rule that lets a user do what a later rule, which is about the user too, doesn't.
package struct RecoveryDenial: Sendable, Hashable {
  /// What the user does.
  package enum Act: String, Sendable, Hashable, CaseIterable {
    case password, unlock
  }

  package let act: Act
  /// The rule that decides, by index.
  package let rule: Int
  /// The later rule, likewise.
  package let denial: Int
}

extension Org {
  /// The rules behind the one that decides of a user's recovery that would deny it.
  ///
  /// A rule for a part of those of a later rule is an exception from it, as is meant.
  ///
  /// - Parameters:
  ///   - act: What the user does.
  ///   - start: The user, and the circumstances.
  /// - Returns: The rules.
  package func bypassedDenials(of act: RecoveryDenial.Act, _ start: WalkStart) -> [RecoveryDenial] {
    let rules = policy.recoveries
    guard let account = start.account(policy, people),
      let decides = rules.deciding(for: account, in: start.context, as: .recovery)
    else { return [] }
    let shadows = RuleShadows(org: self)
    return rules.indices.filter { index in
      let rule = rules[index]
      return index > decides && !rule.conditions.isEmpty && rule.denies(act)
        && rule.conditions.allSatisfy { $0.holds(for: account, in: start.context) }
        && !rules[decides].conditions.isPart(of: rule.conditions)
        && !shadows.isPart(rules[decides].conditions, of: rule.conditions)
    }
    .map { RecoveryDenial(act: act, rule: decides, denial: $0) }
  }

  /// What a recovery rule is called.
  package func name(ofRecoveryRule index: Int) -> String {
    policy.recoveries[index].name ?? OrgPolicy.defaultRule
  }
}

extension RecoveryRule {
  fileprivate func denies(_ act: RecoveryDenial.Act) -> Bool {
    act == .password ? password.isEmpty : unlock.isEmpty
  }
}

extension WalkPlaces {
  /// Where a recovery rule stands.
  package func recoveryRule(_ index: Int) -> SourceRange? { places.rule(.recovery, index) }
}
