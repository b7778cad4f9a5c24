import FlowHTTP

extension ManagementPolicies {
  /// Returns the account management policy; empty if the org has no rules for it.
  ///
  /// Its rules are only for enrolling an authenticator.
  func accountPolicies(_ policy: OrgPolicy, _ writer: inout ManagementWriter) -> [Policy] {
    guard !policy.accountRules.isEmpty else { return [] }
    let title = "Okta Account Management Policy"
    var all = policy.accountRules
    if !hasCatchAll(all) { all.append(SignOnRule(name: "others", requirement: .any(1))) }
    let rules = all.enumerated().map { index, rule in
      let conditions = ManagementConditions(
        rule.conditions, of: policy,
        kinds: [.groups, .users, .network, .device, .risk, .platform, .types, .expression],
        and: "accessRequest.operation == 'enroll'", &writer)
      let reason = rule.unableFact.map { policy.unknowns[$0].reason }
      let isTwoFactors = !rule.isDenied && rule.requirement == .factors(2)
      if reason != (isTwoFactors ? Org.unableReason : nil) {
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
}

extension Org {
  /// The fact behind `if-unable` in imported rules.
  ///
  /// The documentation doesn't say what two factors without a constraint mean for users who have
  /// only one.
  package static let unableReason =
    "account management: a user who has only one factor may enroll another one"
}
