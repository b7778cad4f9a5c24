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
  /// The later rule, by index.
  package let denial: Int
}

extension Org {
  /// The rules that would deny a user's recovery, behind the one that decides.
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
    return rules.indices.filter { index in
      let rule = rules[index]
      return index > decides && !rule.conditions.isEmpty && rule.denies(act)
        && rule.conditions.allSatisfy { $0.holds(for: account, in: start.context) }
    }
    .map { RecoveryDenial(act: act, rule: decides, denial: $0) }
  }

  /// Whether the rule that decides is for a part of those of the later rule, and so an exception from
  /// it.
  package func isException(_ denial: RecoveryDenial) -> Bool {
    let (own, later) = (policy.recoveries[denial.rule], policy.recoveries[denial.denial])
    return own.conditions.isPart(of: later.conditions)
      || RuleShadows(org: self).isPart(own.conditions, of: later.conditions)
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
