import FlowHTTP

extension ManagementPolicies {
  /// A rule of the account management policy, with the operation that it is for.
  private struct AccountRule {
    var operation: String
    var rule: SignOnRule

    /// The operation of enrolling an authenticator.
    static let enroll = "accessRequest.operation == 'enroll'"
    static let recover = "accessRequest.operation == 'recover'"
    static let expiry = recover + " && accessRequest.metadata.type == 'expiry'"
    static let unlock = "accessRequest.operation == 'unlockAccount'"
  }

  /// Returns the account management policy; empty if the org has no rules for it.
  ///
  /// Its rules are for enrolling an authenticator, and for what recovery rules require.
  func accountPolicies(_ policy: OrgPolicy, _ writer: inout ManagementWriter) -> [Policy] {
    let recoveries = policy.recoveries.filter(\.isByAccountPolicy)
    guard !policy.accountRules.isEmpty || !recoveries.isEmpty else { return [] }
    let title = "Okta Account Management Policy"
    var enrollments = policy.accountRules
    if !hasCatchAll(enrollments) {
      enrollments.append(SignOnRule(name: "others", requirement: .any(1)))
    }
    let all =
      enrollments.map { AccountRule(operation: AccountRule.enroll, rule: $0) }
      + recoveries.flatMap(rules) + (recoveries.isEmpty ? [] : rules(for: RecoveryRule()))
    let rules = all.enumerated().map { index, own in
      let rule = own.rule
      let conditions = ManagementConditions(
        rule.conditions, of: policy,
        kinds: [.groups, .users, .network, .device, .risk, .platform, .types, .expression],
        and: own.operation, &writer)
      let reason = rule.unableFact.map { policy.unknowns[$0].name }
      let isTwoFactors = !rule.isDenied && rule.requirement == .factors(2)
      if own.operation == AccountRule.enroll, reason != (isTwoFactors ? Org.unableReason : nil) {
        writer.lose("`if-unable`, which is the same for all rules that need `2 factors`")
      }
      return self.rule(
        "ACCESS_POLICY", rule.name ?? OrgPolicy.defaultRule, of: title, priority: index,
        conditions.members, ["appSignOn": .object(action(rule, policy, &writer))], writer)
    }
    return [
      self.policy(
        "ACCESS_POLICY", title, priority: 1, isLast: false,
        resource: "END_USER_ACCOUNT_MANAGEMENT", rules: rules, writer)
    ]
  }

  /// Returns the rules for what a recovery rule requires.
  ///
  /// The rule for a password that has expired comes before the rule for a forgotten one, which also
  /// holds for it.
  private func rules(for recovery: RecoveryRule) -> [AccountRule] {
    let name = recovery.name ?? OrgPolicy.defaultRule
    func rule(
      _ title: String, _ operation: String, _ requirement: Requirement?, isDenied: Bool
    ) -> AccountRule {
      AccountRule(
        operation: operation,
        rule: SignOnRule(
          name: "\(name): \(title)", conditions: recovery.conditions, isDenied: isDenied,
          requirement: requirement ?? .any(1)))
    }
    return [
      rule(
        "expired password", AccountRule.expiry, recovery.expiryRequirement,
        isDenied: recovery.deniesExpiry),
      rule(
        "recovery", AccountRule.recover, recovery.passwordRequirement,
        isDenied: recovery.passwordRequirement == nil),
      rule(
        "unlock", AccountRule.unlock, recovery.unlockRequirement,
        isDenied: recovery.unlockRequirement == nil),
    ]
  }
}

extension RecoveryRule {
  /// Whether the rule requires something that only the account management policy can require.
  var isByAccountPolicy: Bool {
    passwordRequirement != nil || unlockRequirement != nil || expiryRequirement != nil
      || deniesExpiry
  }
}

extension Org {
  /// The fact behind `if-unable` in imported rules.
  ///
  /// The documentation doesn't say what two factors without a constraint mean for users who have
  /// only one.
  package static let unableReason =
    "account management: a user who has only one factor may enroll another one"
}
