package import FlowDiagnostics

/// A recovery rule that allows a user an action that a later matching rule denies.
package struct RecoveryDenial: Sendable, Hashable {
  /// The user's action.
  package enum Act: String, Sendable, Hashable, CaseIterable {
    case password, unlock
  }

  package let act: Act
  /// The rule that decides, by index.
  package let rule: Int
  /// The later rule, by index.
  package let denial: Int
}

extension Org {
  /// Returns the rules that would deny a user's recovery, after the one that decides.
  ///
  /// - Parameters:
  ///   - act: The user's action.
  ///   - start: The user, and the circumstances.
  /// - Returns: The rules.
  package func bypassedDenials(of act: RecoveryDenial.Act, _ start: WalkStart) -> [RecoveryDenial] {
    let rules = policy.recoveries
    guard let account = start.account(policy, people),
      let decides = rules.deciding(for: account, in: start.context, as: .recovery)
    else { return [] }
    return rules.indices.filter { index in
      let rule = rules[index]
      return index > decides && !rule.conditions.isEmpty && rule.denies(act)
        && rule.conditions.allSatisfy { $0.holds(for: account, in: start.context) }
    }
    .map { RecoveryDenial(act: act, rule: decides, denial: $0) }
  }

  /// Whether the deciding rule is for a subset of the later rule's users, and so an exception from
  /// it.
  package func isException(_ denial: RecoveryDenial) -> Bool {
    let (own, later) = (policy.recoveries[denial.rule], policy.recoveries[denial.denial])
    return own.conditions.isPart(of: later.conditions)
      || RuleShadows(org: self).isPart(own.conditions, of: later.conditions)
  }

  /// The name of a recovery rule.
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
  /// The location of a recovery rule.
  package func recoveryRule(_ index: Int) -> SourceRange? { places.rule(.recovery, index) }
}
