/// An enrollment rule: `enrollment ["name"] { when …; required …; optional …; disabled … }`.
struct EnrollmentPolicy: Conditional, Sendable, Hashable {
  /// How long a user may postpone a required enrollment.
  enum Grace: Sendable, Hashable {
    /// The user may postpone the enrollment this number of times.
    case skips(Int)
    /// The user may postpone the enrollment until this time since 1970.
    case until(Duration)
  }

  enum Need: Sendable, Hashable {
    /// The user must enroll the authenticator, but may postpone it during the grace period, if
    /// there is one.
    case required(Grace?)
    /// The org offers the enrollment once, and the user may skip it.
    case optional
  }

  /// An authenticator that the rule requires or offers.
  ///
  /// Authenticators that the rule doesn't name are disabled.
  struct Term: Sendable, Hashable {
    var authenticator: Authenticator
    var need: Need
  }

  var name: String?
  var conditions: [Condition] = []
  var terms: [Term] = []
  /// The authenticators that the rule names as disabled.
  ///
  /// Users who have them can't sign in with them.
  var disabled: [Authenticator] = []
  /// Whether the org asks users to enroll when they sign in.
  var asksAtSignIn = true

  /// Returns whether an authenticator is required or optional; `nil` if it is disabled.
  func need(of authenticator: Authenticator) -> Need? {
    terms.first { $0.authenticator == authenticator }?.need
  }
}

extension OrgPolicy {
  /// Returns the enrollments with which a user can sign in.
  ///
  /// It leaves out authenticators that are only for recovery, and those that the enrollment rule
  /// disables.
  ///
  /// - Parameters:
  ///   - enrolled: The enrollments of the account.
  ///   - account: The account.
  ///   - context: The circumstances of the sign-in.
  /// - Returns: The enrollments, with the traits that they have in these circumstances.
  func usable(_ enrolled: [Offer], by account: Account, in context: SignInContext) -> [Offer] {
    let hasDisabled = enrollments.contains { !$0.disabled.isEmpty }
    let disabled = hasDisabled ? enrollment(for: account, in: context)?.disabled ?? [] : []
    let isPlain = disabled.isEmpty && authenticators.allSatisfy { $0.purpose.contains(.signIn) }
    let verification = oktaVerify.traits(of: account.oktaVerify, in: context)
    guard !isPlain || verification != account.oktaVerify?.traits ?? [] else { return enrolled }
    return enrolled.compactMap { offer in
      let authenticator = offer.enrollment.authenticator
      guard !disabled.contains(authenticator), purpose(of: authenticator).contains(.signIn) else {
        return nil
      }
      var offer = offer
      if authenticator == .oktaVerify { offer.traits = verification }
      return offer
    }
  }

  /// Returns what users may do with an authenticator.
  func purpose(of authenticator: Authenticator) -> OfferedAuthenticator.Purpose {
    authenticators.first { $0.authenticator == authenticator }?.purpose ?? .all
  }
}

extension EnrollmentPolicy.Term {
  /// The end of the grace period as time since 1970; `nil` if there is no such end.
  var graceEnd: Duration? {
    if case .required(.until(let end)?) = need { end } else { nil }
  }
}

extension EnrollmentPolicy.Grace {
  /// Whether a user may still postpone the enrollment of an authenticator.
  func isRunning(for authenticator: Authenticator, of account: Account, at now: Duration) -> Bool {
    switch self {
    case .skips(let most): (account.skips[authenticator] ?? 0) < most
    case .until(let end): now < end
    }
  }
}
