/// The parts of a user's session that an org still accepts when the user returns.
struct SessionRemains: Hashable, Sendable {
  /// Whether the session is still valid, so that the org knows the user.
  private let isOpen: Bool
  /// The verifications that still count for the sign-on rule.
  private var forRule: Methods = []
  /// The verifications that still count for the rule of the global session policy.
  private var forSession: Methods = []
  /// The verifications that still count for each rule of the account management policy.
  private var forEnrolling: [Methods] = []

  /// Computes the parts of a session that an org still accepts.
  ///
  /// - Parameters:
  ///   - session: The session, with its age at time zero.
  ///   - rule: The index of the sign-on rule that decides; `nil` if no rule fits.
  ///   - sessionRule: The index of the session rule that decides; `nil` if no rule fits.
  ///   - policy: The policies of the org.
  ///   - clock: The time when the user returns.
  init(
    of session: Account.SessionSetting, _ rule: Int?, _ sessionRule: Int?, in policy: OrgPolicy,
    at clock: Duration
  ) {
    let terms = policy.sessionRule(sessionRule)
    isOpen = session.session(of: 0, [], terms, policy, at: .zero).isOpen(at: clock)
    guard isOpen else { return }
    forEnrolling = policy.accountRules.map { _ in [] }
    for method in session.methods.list {
      let proof = Proof(
        verification: Verification(method: method, traits: []), at: .zero - session.age,
        isOfSession: true)
      func counts(_ reauthentication: Reauthentication?) -> Bool {
        reauthentication?.accepts(proof, at: clock, maxAge: nil) ?? true
      }
      if counts(rule.map { policy.rules[$0].reauthentication }) { forRule.insert(Methods(method)) }
      if counts(terms.reauthentication) { forSession.insert(Methods(method)) }
      for (index, rule) in policy.accountRules.enumerated() where counts(rule.reauthentication) {
        forEnrolling[index].insert(Methods(method))
      }
    }
  }

  /// Whether the session saves the user a verification.
  var isUseful: Bool {
    !forRule.isEmpty || !forSession.isEmpty || forEnrolling.contains { !$0.isEmpty }
  }
}
