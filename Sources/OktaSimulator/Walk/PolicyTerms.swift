/// What the password policy that decides about a user asks of passwords.
package struct PasswordTerms: Sendable, Hashable {
  package let minLength: Int
  package let minLower: Int
  package let minUpper: Int
  package let minNumber: Int
  package let minSymbol: Int
  /// How many of the last passwords can't be used again.
  package let history: Int
  /// Whether common passwords are refused.
  package let refusesCommon: Bool
  /// How old a password gets; `nil` if it never expires.
  package let life: Duration?
  /// How long a password can't be changed.
  package let minAge: Duration
  /// How many wrong passwords lock the account; `nil` if none do.
  package let lockout: Int?
}

/// What a rule of the global session policy says of the sessions that it lets people open.
package struct SessionTerms: Sendable, Hashable {
  /// How long a session can be used; `nil` for as long as it is.
  package let lifetime: Duration?
  /// How long it can be left alone.
  package let idle: Duration
  /// Whether its cookie stays when the browser is closed.
  package let isPersistent: Bool
}

extension Org {
  /// The password policy of the user of a start; `nil` if nobody can sign up there.
  package func passwordTerms(_ start: WalkStart) -> PasswordTerms? {
    guard let account = start.account(policy, people) else { return nil }
    let own = policy.passwords(for: account, in: start.context)
    let attempts = (own.lockout ?? policy.lockout).attempts
    return PasswordTerms(
      minLength: own.rules.minLength, minLower: own.rules.minLower, minUpper: own.rules.minUpper,
      minNumber: own.rules.minNumber, minSymbol: own.rules.minSymbol, history: own.rules.history,
      refusesCommon: own.rules.excludesCommon, life: own.life, minAge: own.rules.minAge,
      lockout: attempts == .max ? nil : attempts)
  }

  /// The terms of a rule of the global session policy, by index; the defaults for none.
  package func sessionTerms(_ rule: Int?) -> SessionTerms {
    let own = policy.sessionRule(rule)
    return SessionTerms(lifetime: own.lifetime, idle: own.idle, isPersistent: own.isPersistent)
  }
}
