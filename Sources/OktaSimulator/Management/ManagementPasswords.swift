import FlowHTTP

extension ManagementPolicies {
  /// Returns the password policies, each with the rules for recovery.
  ///
  /// In the API, the rules for recovery belong to a password policy. So every policy has all of
  /// them, and ends with a rule that denies the rest: otherwise the next policy would decide.
  func passwordPolicies(_ policy: OrgPolicy, _ writer: inout ManagementWriter) -> [Policy] {
    var all = policy.passwords
    if !all.contains(where: { $0.conditions.isEmpty }) { all.append(PasswordPolicy()) }
    var recoveries = policy.recoveries
    if !recoveries.contains(where: { $0.conditions.isEmpty }) { recoveries.append(RecoveryRule()) }
    return all.enumerated().map { index, passwords in
      let conditions = ManagementConditions(
        passwords.conditions, of: policy, kinds: [.policyGroups], &writer)
      let name = passwords.name ?? OrgPolicy.defaultRule
      let rules = recoveries.enumerated().map { number, recovery in
        let conditions = ManagementConditions(
          recovery.conditions, of: policy, kinds: [.groups, .users, .network], &writer)
        return rule(
          "PASSWORD", recovery.name ?? OrgPolicy.defaultRule, of: name, priority: number + 1,
          conditions.members, actions(recovery, policy, &writer), writer)
      }
      return self.policy(
        "PASSWORD", name, priority: index + 1, isLast: passwords.conditions.isEmpty,
        groups: conditions.groups ?? [writer.everyone],
        settings: settings(passwords, policy, &writer), rules: rules, writer)
    }
  }

  private func settings(
    _ passwords: PasswordPolicy, _ policy: OrgPolicy, _ writer: inout ManagementWriter
  ) -> JSON {
    let rules = passwords.rules
    var complexity: JSONObject = [
      "minLength": .integer(rules.minLength), "minLowerCase": .integer(rules.minLower),
      "minUpperCase": .integer(rules.minUpper), "minNumber": .integer(rules.minNumber),
      "minSymbol": .integer(rules.minSymbol), "excludeUsername": .bool(rules.excludesUsername),
      "dictionary": ["common": ["exclude": .bool(rules.excludesCommon)]],
    ]
    complexity["excludeAttributes"] = .array(
      rules.excludedAttributes.map { .string($0.attribute) })
    if let most = rules.maxRepeats { complexity["maxConsecutiveCharacters"] = .integer(most) }
    func days(_ duration: Duration) -> JSON { .integer(Int(duration.components.seconds / 86_400)) }
    let lockout = passwords.lockout ?? policy.lockout
    let unlock = lockout.duration.map { writer.minutes($0, "lockout") } ?? 0
    return [
      "password": [
        "complexity": .object(complexity),
        "age": [
          "maxAgeDays": days(passwords.life ?? .zero), "expireWarnDays": days(passwords.warning),
          "minAgeMinutes": .integer(rules.minAgeMinutes), "historyCount": .integer(rules.history),
        ],
        "lockout": [
          "maxAttempts": .integer(lockout.attempts == .max ? 0 : lockout.attempts),
          "autoUnlockMinutes": .integer(unlock),
          "showLockoutFailures": .bool(passwords.tellsLocked),
          "userLockoutNotificationChannels": [],
        ],
      ],
      "recovery": ["factors": [:]], "delegation": ["options": ["skipUnlock": false]],
    ]
  }

  private func actions(
    _ recovery: RecoveryRule, _ policy: OrgPolicy, _ writer: inout ManagementWriter
  ) -> JSON {
    if recovery.signsInAfterUnlock { writer.lose("after-unlock sign-in") }
    guard !recovery.isByAccountPolicy else { return requirements(recovery, &writer) }
    var reset: JSONObject = [
      "access": recovery.password.isEmpty ? "DENY" : "ALLOW", "type": "selfServicePasswordReset",
    ]
    let first = recovery.password.isEmpty ? recovery.unlock : recovery.password
    let second =
      recovery.password.isEmpty ? recovery.unlockSecond : recovery.passwordSecond
    if !recovery.password.isEmpty, !recovery.unlock.isEmpty,
      Set(recovery.unlock) != Set(recovery.password)
        || Set(recovery.unlockSecond) != Set(recovery.passwordSecond)
    {
      writer.lose("an unlock that differs from the recovery of a password")
    }
    if !first.isEmpty {
      reset["requirement"] = [
        "accessControl": "LEGACY", "primary": primary(first, policy),
        "stepUp": stepUp(second, policy),
      ]
    }
    return [
      "passwordChange": ["access": "ALLOW"], "selfServicePasswordReset": .object(reset),
      "selfServiceUnlock": ["access": recovery.unlock.isEmpty ? "DENY" : "ALLOW"],
    ]
  }

  /// Returns the actions of a rule that leaves what it requires to the account management policy.
  private func requirements(
    _ recovery: RecoveryRule, _ writer: inout ManagementWriter
  ) -> JSON {
    if !recovery.password.isEmpty && recovery.passwordRequirement == nil
      || !recovery.unlock.isEmpty && recovery.unlockRequirement == nil
    {
      writer.lose("a recovery by some authenticators beside one that has a requirement")
    }
    return [
      "passwordChange": ["access": "ALLOW"],
      "selfServicePasswordReset": [
        "access": recovery.password.isEmpty ? "DENY" : "ALLOW", "type": "selfServicePasswordReset",
        "requirement": ["accessControl": "AUTH_POLICY"],
      ],
      "selfServiceUnlock": ["access": recovery.unlock.isEmpty ? "DENY" : "ALLOW"],
    ]
  }

  private func primary(_ first: [Authenticator], _ policy: OrgPolicy) -> JSON {
    var methods: [JSON] = []
    var codes: [JSON] = []
    for authenticator in first {
      for method in policy.methods(of: authenticator).list {
        switch method {
        case .email, .sms, .voice, .push: methods.append(.string(method.wire))
        case .otp, .totp: codes.append(["key": .string(authenticator.key)])
        default: break
        }
      }
    }
    guard !codes.isEmpty else { return ["methods": .array(methods)] }
    return [
      "methods": .array(methods + ["otp"]),
      "methodConstraints": [["method": "otp", "allowedAuthenticators": .array(codes)]],
    ]
  }

  private func stepUp(_ second: [Authenticator], _ policy: OrgPolicy) -> JSON {
    guard !second.isEmpty else { return ["required": false] }
    let all = Authenticator.allCases.filter { $0 != .password && $0.isEnrolledByUsers }
    guard Set(second) != Set(all) else { return ["required": true] }
    let wires = second.flatMap { policy.methods(of: $0).list.map(\.wire) }
    return ["required": true, "methods": .array(wires.map { .string($0) })]
  }
}
