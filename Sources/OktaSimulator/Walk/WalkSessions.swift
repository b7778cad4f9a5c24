import FlowEngine

// Finds the sessions with which users can return to two orgs. They differ in the verified methods,
// the age, and whether the session was used continuously.
extension WalkPair {
  /// Returns cases in which a user returns with a session, under the circumstances of another case.
  ///
  /// - Parameters:
  ///   - plain: The case of the user without a session.
  ///   - verified: The sets of methods that sign-ins verify. Each leaves a session.
  ///   - ages: The ages of the sessions, from `sessionAges`.
  /// - Returns: One case for each class that the orgs distinguish, without sessions that count in
  ///   neither org.
  package func sessions(
    in plain: Case, verified: Set<Set<Method>>, ages: [Duration]
  ) -> [Case] {
    guard let first = plain.old, let second = plain.new, let oldIndex = first.index,
      let newIndex = second.index, first.entry == .identifier, first.context.clock == .zero,
      !first.isRemembered
    else { return [] }
    let rules = Both(
      old: SessionTerms(of: old.people[oldIndex], in: old, first.context),
      new: SessionTerms(of: new.people[newIndex], in: new, second.context))
    var cases: [Case] = []
    var seen: Set<Both<SessionRemains>> = []
    for methods in verified.map({ Methods($0) }).sorted(by: { $0.rawValue < $1.rawValue }) {
      for session in sessions(methods, ages) {
        let remains = Both(
          old: rules.old.remains(of: session, in: old),
          new: rules.new.remains(of: session, in: new))
        guard remains.old.isUseful || remains.new.isUseful, seen.insert(remains).inserted else {
          continue
        }
        cases.append(
          Case(
            logins: plain.logins, old: first.returning(in: session),
            new: second.returning(in: session),
            alike: plain.alike.filter { $0.old.context.clock == .zero }.map {
              Both(old: $0.old.returning(in: session), new: $0.new.returning(in: session))
            }))
      }
    }
    return cases
  }

  /// Whether a session began at an identity provider that signs the user in only in the new org.
  ///
  /// No sign-in to the old org left such a session.
  package func beganAtNewProvider(_ session: Case) -> Bool {
    guard let (first, second) = session.old.flatMap({ old in session.new.map { (old, $0) } }),
      let oldIndex = first.index, let newIndex = second.index,
      first.session?.methods.contains(.password) == true, old.people[oldIndex].password == nil
    else { return false }
    return old.policy.provider(of: old.people[oldIndex], in: first.context) == nil
      && new.policy.provider(of: new.people[newIndex], in: second.context) != nil
  }

  /// The ages at which a session or its verifications expire in either org, the youngest first.
  package var sessionAges: [Duration] {
    Set([.seconds(1)] + old.sessionAges + new.sessionAges).sorted()
  }

  /// Returns the sessions with some verified methods, at each age.
  private func sessions(_ methods: Methods, _ ages: [Duration]) -> [Account.SessionSetting] {
    let canStay = [old, new].contains { $0.policy.keepMeSignedIn.isAsked }
    return ages.flatMap { age in
      (canStay ? [false, true] : [false]).flatMap { stays in
        [false, true].map { isInUse in
          Account.SessionSetting(
            methods: methods, age: age, isInUse: isInUse, staysSignedIn: stays)
        }
      }
    }
  }

  /// Whether sessions of the case's user end, or their verifications stop counting, at different
  /// times in the two orgs.
  package func changesSessions(in pairCase: Case) -> Bool {
    guard let first = pairCase.old, let second = pairCase.new, let oldIndex = first.index,
      let newIndex = second.index
    else { return false }
    return SessionTerms(of: old.people[oldIndex], in: old, first.context).content
      != SessionTerms(of: new.people[newIndex], in: new, second.context).content
  }

  /// The rules of an org that determine how long a user's sessions count.
  private struct SessionTerms {
    /// The times in these rules, for comparing two orgs.
    struct Content: Equatable {
      var reauthentication: Reauthentication
      /// The times of the account rules for each authenticator that the user can enroll.
      var enrolling: [Reauthentication?]
      var lifetime: Duration?
      var idle: Duration
      var prompt: SessionRule.Prompt
      var keepMeSignedIn: KeepMeSignedIn
    }

    private let rule: Int?
    private let sessionRule: Int?
    let content: Content

    init(of account: Account, in org: Org, _ context: SignInContext) {
      let policy = org.policy
      rule = policy.rules.deciding(for: account, in: context, as: .signOn)
      sessionRule = policy.sessionRules.deciding(for: account, in: context, as: .session)
      let terms = policy.sessionRule(sessionRule)
      content = Content(
        reauthentication: rule.map { policy.rules[$0].reauthentication } ?? Reauthentication(),
        enrolling: policy.authenticatorsToEnroll(by: account).map { authenticator in
          policy.accountRules.deciding(
            for: account, in: context.enrolling(authenticator), as: .account
          ).map { policy.accountRules[$0].reauthentication }
        },
        lifetime: terms.lifetime, idle: terms.idle, prompt: terms.prompt,
        keepMeSignedIn: policy.keepMeSignedIn)
    }

    /// Returns the parts of a session that the org still accepts.
    func remains(of session: Account.SessionSetting, in org: Org) -> SessionRemains {
      SessionRemains(of: session, rule, sessionRule, in: org.policy, at: .zero)
    }
  }
}

extension Org {
  /// The ages at which a session or its verifications expire.
  var sessionAges: [Duration] {
    var ages = (policy.rules + policy.accountRules).flatMap(\.reauthentication.ages)
    for rule in policy.sessionRules + [SessionRule()] {
      ages += rule.reauthentication.ages + [rule.idle] + (rule.lifetime.map { [$0] } ?? [])
    }
    if let lifetime = policy.keepMeSignedIn.lifetime { ages.append(lifetime) }
    return ages
  }
}

extension Methods {
  init(_ methods: Set<Method>) {
    self = methods.reduce(into: []) { $0.insert(Methods($1)) }
  }
}

extension WalkStart {
  /// Returns the start of the same user with a session.
  func returning(in session: Account.SessionSetting) -> WalkStart {
    var start = self
    start.entry = .session
    start.session = session
    return start
  }

  /// The verified methods, the age and the use of the session; `nil` if the start has no session,
  /// or the session of the user's settings.
  package var sessionWords: (verified: [Method], age: Duration, use: String)? {
    session.map { session in
      let use =
        session.staysSignedIn
        ? "staying signed in" : session.isInUse ? "in use" : "idle"
      return (session.methods.list, session.age, use)
    }
  }

  /// Whether the user chose to stay signed in when the session began.
  package var staysSignedIn: Bool { session?.staysSignedIn ?? false }

  /// The session in the format of a client; `nil` if the start has no session, or the session of
  /// the user's settings.
  package var sessionState: String? { session?.text }
}
