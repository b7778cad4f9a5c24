import FlowEngine
import SimulatorKit

/// The start of an exploration: the user, how they get to the first page, and the circumstances.
package struct WalkStart: Sendable, Hashable {
  /// How a user gets to the first page.
  package enum Entry: Sendable, Hashable, CaseIterable {
    /// The user opens the app, and the first page asks for an identifier.
    case identifier
    /// The user has a session in the browser.
    case session
    /// The user opens the link of a welcome mail.
    case activation
    /// The user opens the link of a recovery mail.
    case recoveryLink

    /// Whether the user may be on a remembered device.
    ///
    /// A user who gets a welcome mail has no remembered device.
    package var mayBeRemembered: Bool { self != .activation }
  }

  /// The index of the user in the org's `people`; `nil` for a user who signs up.
  package var index: Int?
  package var entry: Entry
  /// Whether the org remembers the device, so that it doesn't ask for a second factor again.
  package var isRemembered: Bool
  /// Whether an administrator has given the user a temporary access code.
  package var isGivenCode = false
  var context: SignInContext
  /// A place that the user may come from; `nil` if none was computed.
  var origin: WalkOrigin?
  /// The session in the browser; `nil` for the session in the user's settings.
  var session: Account.SessionSetting?
  /// An earlier sign-in to another app, in which the user enrolled something; `nil` if there is
  /// none.
  package var visit: PriorVisit?
}

/// A class of users: the policies of an org don't distinguish between its members.
package struct WalkKind: Sendable, Hashable {
  /// The index of the first member in the org's `people`; `nil` for users who sign up.
  package var index: Int?
  /// The logins of all members, in the order of the settings.
  package var logins: UserLogins

  /// Hashes only the number of members, because a class may have thousands.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(index)
    hasher.combine(logins.count)
  }

  /// Creates a class of users.
  package init(index: Int? = nil, logins: UserLogins) {
    self.index = index
    self.logins = logins
  }
}

extension Org {
  /// Returns how the users of a class can get to the first page.
  package func walkEntries(of kind: WalkKind) -> [WalkStart.Entry] {
    guard let index = kind.index else { return [.identifier] }
    let account = people[index]
    var entries: [WalkStart.Entry] = [.identifier]
    if account.session != nil { entries.append(.session) }
    if account.canActivate { entries.append(.activation) }
    if account.recoveryToken != nil { entries.append(.recoveryLink) }
    return entries
  }

  /// Returns the circumstances that the policies distinguish for a class of users.
  ///
  /// - Parameters:
  ///   - kind: The class of users.
  ///   - entry: How the users get to the first page.
  ///   - contexts: The contexts to consider.
  ///   - now: The time since the start of 1970, UTC.
  ///   - notes: Whether to distinguish circumstances in which other conditions hold, even if the
  ///     same rules decide.
  ///   - goesOn: Called regularly. Returns whether to continue.
  /// - Returns: The circumstances, and whether they cover every combination of assumptions about
  ///   unknown facts; `nil` if `goesOn` stopped the search.
  package func walkCircumstances(
    of kind: WalkKind, by entry: WalkStart.Entry, in contexts: WalkContexts, now: Duration,
    notes: Bool = false, while goesOn: () -> Bool = { true }
  ) -> (all: [WalkCircumstance], isComplete: Bool)? {
    let account = kind.index.map { people[$0] } ?? policy.registration?.newcomer
    guard let account else { return ([], true) }
    var found: [WalkCircumstance] = []
    var indices: [Outlook: Int] = [:]
    var asked: OrgTrace? = notes ? OrgTrace() : nil
    var unknowns = UnknownBranches([policy])
    for clock in walkClocks(of: account, by: entry, now: now) {
      for context in contexts.all {
        guard goesOn() else { return nil }
        var context = context
        context.clock = clock
        // The recorded events may differ even if the same rules decide.
        let branches = answered(context, account, &unknowns, at: now + clock, simplifies: !notes)
        for context in branches {
          let points = asked?.points.count
          let decisions = Decisions(policy, account, context, entry, now: now, trace: &asked)
          let outlook = Outlook(
            decisions: decisions,
            trustsNewcomers: kind.index == nil ? trustsNewcomers(account, context) : [])
          if let known = indices[outlook], asked?.points.count == points {
            found[known].add(context)
          } else {
            indices[outlook] = found.count
            found.append(WalkCircumstance(context))
          }
        }
      }
    }
    if !unknowns.isEmpty { for index in found.indices { found[index].sort() } }
    return (found, unknowns.isComplete)
  }

  /// Returns a context with each combination of assumptions about the org's facts that makes a
  /// difference for an account.
  private func answered(
    _ context: SignInContext, _ account: Account, _ unknowns: inout UnknownBranches,
    at time: Duration, simplifies: Bool
  ) -> [SignInContext] {
    guard !unknowns.isEmpty else { return [context] }
    let facts = unknowns.providerFacts[0]
    var branches = unknowns.branches(at: time) { answers in
      let context = context.with(answers[0])
      return [policy.unknownFactsRead(for: account, in: context, providerFacts: facts)]
    }
    if simplifies {
      let rules = branches.map {
        policy.decidingRules(for: account, in: context.with(unknowns.answers($0)))
      }
      unknowns.simplify(&branches) { rules[$0] == rules[$1] }
    }
    var seen: Set<UnknownAnswers> = []
    return branches.map { unknowns.answers($0) }.filter { seen.insert($0).inserted }.map(
      context.with)
  }

  /// Returns the start of a class of users under some circumstances.
  package func walkStart(
    _ kind: WalkKind, _ entry: WalkStart.Entry, _ circumstance: WalkCircumstance,
    isRemembered: Bool = false, isGivenCode: Bool = false
  ) -> WalkStart {
    WalkStart(
      index: kind.index, entry: entry, isRemembered: isRemembered, isGivenCode: isGivenCode,
      context: circumstance.context)
  }

  /// Whether the org remembers devices.
  package var remembersDevices: Bool { policy.remembersDevices }
}

/// The facts that distinguish two circumstances of a user.
///
/// Circumstances with an equal value are equivalent.
private struct Outlook: Hashable {
  var decisions: Decisions
  /// For each policy, whether a user who signs up gets in only as a member of a group.
  ///
  /// Empty for other users.
  var trustsNewcomers: [Bool]
}

/// The decisions of the policies for a user before any act: the rules that apply, and what has
/// expired.
struct Decisions: Hashable {
  private var rules: [Int?]
  private var hasExpired: Int
  /// The parts of the session that still count; `nil` if there is no session.
  private var remains: SessionRemains?
  /// For each grace period with an end, whether it still lasts.
  private var graces: [Bool]

  init(
    _ policy: OrgPolicy, _ account: Account, _ context: SignInContext, _ entry: WalkStart.Entry,
    now: Duration
  ) {
    var trace: OrgTrace?
    self.init(policy, account, context, entry, now: now, trace: &trace)
  }

  /// Computes the decisions, and records which conditions are evaluated.
  init(
    _ policy: OrgPolicy, _ account: Account, _ context: SignInContext, _ entry: WalkStart.Entry,
    now: Duration, trace: inout OrgTrace?
  ) {
    rules = policy.decidingRules(for: account, in: context, trace: &trace)
    let (rule, sessionRule) = (rules[0], rules[1])
    let terms = rules[2].map { policy.enrollments[$0].terms } ?? []
    graces = terms.compactMap(\.graceEnd).map { now + context.clock < $0 }
    let age = policy.passwords(for: account, in: context).age(
      of: account, at: now + context.clock, began: now)
    switch age {
    case .good: hasExpired = 0
    case .expiring: hasExpired = 1
    case .expired: hasExpired = 2
    }
    guard entry == .session, let session = account.session else { return }
    remains = SessionRemains(of: session, rule, sessionRule, in: policy, at: context.clock)
  }
}

extension OrgPolicy {
  /// Returns the indices of the rules that decide: for sign-on, sessions, enrollment, passwords and
  /// recovery; then the traits of Okta Verify, the routing rule, the identity providers that sign
  /// the user in, and the account rules for each authenticator.
  func decidingRules(
    for account: Account, in context: SignInContext, trace: inout OrgTrace?
  ) -> [Int?] {
    func decides(_ rules: [some Conditional], _ kind: OktaPoint.Policy) -> Int? {
      rules.deciding(for: account, in: context, as: kind, trace: &trace)
    }
    var decisions = [
      decides(rules, .signOn), decides(sessionRules, .session),
      decides(enrollments, .enrollment), decides(passwords, .passwords),
      decides(recoveries, .recovery),
      // What Okta Verify proves is a part of what the rules decide.
      mayHaveOktaVerify(account)
        ? Int(oktaVerify.traits(of: account.oktaVerify, in: context).rawValue) : nil,
      routing(for: account, in: context, trace: &trace),
    ]
    decisions += vouchers(for: account, in: context)
    for authenticator in authenticatorsToEnroll(by: account) {
      let rule = accountRules.deciding(
        for: account, in: context.enrolling(authenticator), as: .account, trace: &trace)
      let letsUnable = rule.map { accountRules[$0].letsUnable(context.unknowns) } ?? false
      decisions += [rule, letsUnable ? 1 : 0]
    }
    return decisions
  }

  /// Returns the indices of the rules that decide, without recording events.
  func decidingRules(for account: Account, in context: SignInContext) -> [Int?] {
    var trace: OrgTrace?
    return decidingRules(for: account, in: context, trace: &trace)
  }
}

/// The properties of an account that policies can distinguish before any act.
struct PersonTraits: Hashable {
  var conditions: [Bool]
  var account: Account

  init(_ account: Account, _ conditions: [Condition], _ policy: OrgPolicy) {
    self.conditions = conditions.map { $0.holds(for: account, in: SignInContext()) }
    var plain = account
    // Names and the values of secrets make no difference.
    plain.id = ""
    plain.login = ""
    plain.email = account.email == nil ? nil : ""
    plain.groups = []
    plain.userType = nil
    plain.profile = account.profile.map { .init(name: $0.name, value: "") }
    plain.password = account.password == nil ? nil : Secret("")
    plain.oldPasswords = []
    plain.activationToken = account.activationToken == nil ? nil : Secret("")
    plain.recoveryToken = account.recoveryToken == nil ? nil : Secret("")
    plain.phones = account.phones.map { .init(number: "", methods: $0.methods) }
    plain.codeKey = account.codeKey == nil ? nil : .init(secret: Secret(""))
    plain.oktaVerify?.key = .init(secret: Secret(""))
    plain.question = account.question == nil ? nil : .init(key: "", text: "", answer: Secret(""))
    plain.passkeys = account.passkeys.map {
      .init(credential: [], key: $0.key, counter: 0, traits: $0.traits)
    }
    for index in plain.passkeys.indices { plain.passkeys[index].key = WalkValues.passkey.key }
    plain.devices = account.devices.mapValues { _ in Secret("") }
    plain.temporaryCode?.secret = Secret("")
    plain.linkHabit = nil
    self.account = plain
  }
}
