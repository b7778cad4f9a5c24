import FlowEngine

/// The sessions in which users come back to one of two orgs: what was verified, how long ago that is,
/// and whether the session has been in use since.
extension WalkPair {
  /// The cases of returning users in the circumstances of a case.
  ///
  /// - Parameters:
  ///   - plain: The case of a user who comes without a session.
  ///   - verified: What sign-ins verify, each of which leaves a session.
  /// - Returns: A case of each that the orgs tell apart; none of sessions that are over in both.
  package func sessions(in plain: Case, verified: Set<Set<Method>>) -> [Case] {
    guard let first = plain.old, let second = plain.new, let oldIndex = first.index,
      let newIndex = second.index, first.entry == .identifier, first.context.clock == .zero,
      !first.isRemembered
    else { return [] }
    var cases: [Case] = []
    var seen: [Both<Remains>: Int] = [:]
    for methods in verified.map({ Methods($0) }).sorted(by: { $0.rawValue < $1.rawValue }) {
      for setting in settings(methods) {
        let remains = Both(
          old: Remains(of: setting, oldIndex, in: old, first.context),
          new: Remains(of: setting, newIndex, in: new, second.context))
        guard remains.old.isSomething || remains.new.isSomething else { continue }
        let alike = plain.alike.filter { $0.old.context.clock == .zero }.map {
          Both(old: $0.old.returning(in: setting), new: $0.new.returning(in: setting))
        }
        if let known = seen[remains] {
          cases[known].alike += alike
          continue
        }
        seen[remains] = cases.count
        cases.append(
          Case(
            logins: plain.logins, old: first.returning(in: setting),
            new: second.returning(in: setting), alike: alike))
      }
    }
    return cases
  }

  /// What an org still takes of what a session has verified.
  private struct Remains: Hashable, Sendable {
    /// What counts for the sign-on rule.
    private var forRule: Methods = []
    /// What counts for the rule of the global session policy.
    private var forSession: Methods = []

    init(
      of setting: Account.SessionSetting, _ index: Int, in org: Org, _ context: SignInContext
    ) {
      let (account, policy) = (org.people[index], org.policy)
      let sessionRule =
        policy.sessionRules.deciding(for: account, in: context, as: .session)
        .map { policy.sessionRules[$0] } ?? SessionRule()
      let session = setting.session(of: index, [], sessionRule, policy, at: .zero)
      guard session.isOpen(at: .zero) else { return }
      let rule = policy.rules.deciding(for: account, in: context, as: .signOn)
      for method in setting.methods.list {
        let proof = Proof(
          verification: Verification(method: method, traits: []), at: .zero - setting.age,
          isOfSession: true)
        let accepts = { (reauthentication: Reauthentication) in
          reauthentication.accepts(proof, at: .zero, maxAge: nil)
        }
        if rule.map({ accepts(policy.rules[$0].reauthentication) }) ?? true {
          forRule.insert(Methods(method))
        }
        if accepts(sessionRule.reauthentication) { forSession.insert(Methods(method)) }
      }
    }

    /// Whether the user comes any further by it than without a session.
    var isSomething: Bool { !forRule.isEmpty || !forSession.isEmpty }
  }

  /// The sessions by which something was verified, at each age at which something of them runs out.
  private func settings(_ methods: Methods) -> [Account.SessionSetting] {
    var ages: Set<Duration> = [.seconds(1)]
    for org in [old, new] { ages.formUnion(org.sessionAges) }
    let canStay = [old, new].contains { $0.policy.keepMeSignedIn.isAsked }
    var settings: [Account.SessionSetting] = []
    for age in ages.sorted() {
      for staysSignedIn in canStay ? [false, true] : [false] {
        for isInUse in [false, true] {
          settings.append(
            Account.SessionSetting(
              methods: methods, age: age, isInUse: isInUse, staysSignedIn: staysSignedIn))
        }
      }
    }
    return settings
  }

  /// Whether sessions end, or what they have verified counts, otherwise in one of the orgs than in the
  /// other, for the user and in the circumstances of a case.
  package func changesSessions(in pairCase: Case) -> Bool {
    guard let first = pairCase.old, let second = pairCase.new, let oldIndex = first.index,
      let newIndex = second.index
    else { return false }
    return SessionTerms(of: old.people[oldIndex], in: old, first.context)
      != SessionTerms(of: new.people[newIndex], in: new, second.context)
  }

  /// What an org says of sessions.
  private struct SessionTerms: Equatable {
    private var reauthentications: [Reauthentication]
    private var lifetime: Duration?
    private var idle: Duration
    private var prompt: SessionRule.Prompt
    private var keepMeSignedIn: KeepMeSignedIn

    init(of account: Account, in org: Org, _ context: SignInContext) {
      let policy = org.policy
      let rule = policy.rules.deciding(for: account, in: context, as: .signOn)
      let sessionRule =
        policy.sessionRules.deciding(for: account, in: context, as: .session)
        .map { policy.sessionRules[$0] } ?? SessionRule()
      reauthentications =
        [rule.map { policy.rules[$0].reauthentication } ?? Reauthentication()]
        + [sessionRule.reauthentication]
      lifetime = sessionRule.lifetime
      idle = sessionRule.idle
      prompt = sessionRule.prompt
      keepMeSignedIn = policy.keepMeSignedIn
    }
  }
}

extension Org {
  /// The ages at which something of a session runs out.
  fileprivate var sessionAges: [Duration] {
    var ages = policy.rules.flatMap(\.reauthentication.ages)
    for rule in policy.sessionRules + [SessionRule()] {
      ages += rule.reauthentication.ages + [rule.idle] + (rule.lifetime.map { [$0] } ?? [])
    }
    if let lifetime = policy.keepMeSignedIn.lifetime { ages.append(lifetime) }
    return ages
  }
}

extension Methods {
  fileprivate init(_ methods: Set<Method>) {
    self = methods.reduce(into: []) { $0.insert(Methods($1)) }
  }
}

extension WalkStart {
  /// The same of a user who comes back in a session.
  fileprivate func returning(in session: Account.SessionSetting) -> WalkStart {
    var start = self
    start.entry = .session
    start.session = session
    return start
  }

  /// What the session was verified by, how old it is and how it was used, as
  /// `a session of 5h in use (password)`; `nil` where it is the one of the user's settings.
  package var sessionWords: (verified: [Method], age: Duration, use: String)? {
    session.map { session in
      let use = session.staysSignedIn ? "kept" : session.isInUse ? "in use" : "idle"
      return (session.methods.list, session.age, use)
    }
  }

  /// The session as a client tells it; `nil` where it is the one of the user's settings.
  package var sessionState: String? { session?.text }
}
