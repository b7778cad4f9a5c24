package import FlowDiagnostics

/// A case in which a recovery rule allows an action that a later matching rule would deny.
package struct RecoveryDenial: Sendable, Hashable {
  /// The action of the user.
  package enum Act: String, Sendable, Hashable, CaseIterable {
    case password, unlock
  }

  package let act: Act
  /// The index of the rule that decides.
  package let rule: Int
  /// The index of the later rule.
  package let denial: Int
}

extension Org {
  /// Returns the recovery rules after the deciding one that also match the user and deny an action.
  ///
  /// - Parameters:
  ///   - act: The action of the user.
  ///   - start: The user and the circumstances.
  /// - Returns: A denial for each of these rules. The function doesn't check whether the deciding
  ///   rule allows the action.
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

  /// Whether everyone who matches the deciding rule also matches the later rule.
  ///
  /// The deciding rule is then an exception.
  package func isException(_ denial: RecoveryDenial) -> Bool {
    let (own, later) = (policy.recoveries[denial.rule], policy.recoveries[denial.denial])
    return own.conditions.isPart(of: later.conditions)
      || RuleShadows(org: self).isPart(own.conditions, of: later.conditions)
  }

  /// Returns the name of a recovery rule.
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
  /// Returns the location of a recovery rule.
  package func recoveryRule(_ index: Int) -> SourceRange? { places.rule(.recovery, index) }
}
