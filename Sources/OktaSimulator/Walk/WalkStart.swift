import FlowEngine
import SimulatorKit

/// Who walks through an org, how they come, and from where and with what.
package struct WalkStart: Sendable, Hashable {
  /// How somebody comes to the first page.
  package enum Entry: Sendable, Hashable, CaseIterable {
    /// With nothing: it asks who they are.
    case identifier
    /// In a browser in which they have signed in before, as their settings say.
    case session
    /// By the link of a welcome mail.
    case activation
    /// By the link of a recovery mail.
    case recoveryLink

    /// Whether it may be on a device that was remembered: whom a welcome mail is for has had none.
    package var mayBeRemembered: Bool { self != .activation }
  }

  /// Who it is, by index in the org's people; `nil` for somebody who signs up.
  package var index: Int?
  package var entry: Entry
  /// Whether the device is one on which a second factor isn't asked for again.
  package var isRemembered: Bool
  var context: SignInContext
  /// An address that the user may come from; `nil` if none was worked out.
  var origin: IPAddress?
  /// The session of the browser; `nil` for what the user's settings say.
  var session: Account.SessionSetting?
}

/// People who differ in nothing that an org looks at.
package struct WalkKind: Sendable, Hashable {
  /// The first of them, by index in the org's people; `nil` for whoever signs up.
  package var index: Int?
  /// The logins of all of them, in the order of the settings.
  package var logins: [String]

  /// A kind of people.
  package init(index: Int? = nil, logins: [String]) {
    self.index = index
    self.logins = logins
  }
}

extension Org {
  /// The kinds of people, in the order of the settings, whoever may sign up at the end.
  package var walkKinds: [WalkKind] {
    var kinds: [WalkKind] = []
    var indices: [PersonTraits: Int] = [:]
    let conditions = policy.personConditions
    for (index, account) in people.enumerated() {
      let traits = PersonTraits(account, conditions, policy)
      if let known = indices[traits] {
        kinds[known].logins.append(account.login)
      } else {
        indices[traits] = kinds.count
        kinds.append(WalkKind(index: index, logins: [account.login]))
      }
    }
    if policy.isOpenToNewcomers { kinds.append(WalkKind(logins: [])) }
    return kinds
  }

  /// The ways in which somebody of a kind may come.
  package func walkEntries(of kind: WalkKind) -> [WalkStart.Entry] {
    guard let index = kind.index else { return [.identifier] }
    let account = people[index]
    var entries: [WalkStart.Entry] = [.identifier]
    if account.session != nil { entries.append(.session) }
    if account.canActivate { entries.append(.activation) }
    if account.recoveryToken != nil { entries.append(.recoveryLink) }
    return entries
  }

  /// The circumstances that the policies tell apart for somebody of a kind, the plainest of each.
  ///
  /// - Parameters:
  ///   - kind: whose.
  ///   - entry: how they come.
  ///   - contexts: from where and with what.
  ///   - now: the time since the start of 1970, UTC.
  ///   - notes: whether those are told apart too in which another condition holds, though the same
  ///     rules decide.
  ///   - goesOn: asked now and then whether to go on.
  /// - Returns: the circumstances, and whether every answer to unknown facts is among them; `nil` if
  ///   it was ended before.
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
        // What is noted differs even if the same rules decide.
        for context in answered(context, account, &unknowns, simplifies: !notes) {
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
    if hasUnknownFacts { for index in found.indices { found[index].sort() } }
    return (found, unknowns.isComplete)
  }

  /// A context with each set of answers to unknown facts that makes a difference for an account.
  private func answered(
    _ context: SignInContext, _ account: Account, _ unknowns: inout UnknownBranches,
    simplifies: Bool
  ) -> [SignInContext] {
    guard !unknowns.isEmpty else { return [context] }
    var branches = unknowns.branches { answers in
      [policy.unknownFactsRead(for: account, in: context.with(answers[0]))]
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

  /// A way to begin.
  package func walkStart(
    _ kind: WalkKind, _ entry: WalkStart.Entry, _ circumstance: WalkCircumstance,
    isRemembered: Bool = false
  ) -> WalkStart {
    WalkStart(
      index: kind.index, entry: entry, isRemembered: isRemembered,
      context: circumstance.context)
  }

  /// Whether devices are remembered at all.
  package var remembersDevices: Bool { policy.remembersDevices }
}

/// What distinguishes two circumstances of a user.
private struct Outlook: Hashable {
  var decisions: Decisions
  /// Whether users who sign up get in only as members of a group, by each policy; empty for others.
  var trustsNewcomers: [Bool]
}

/// What the policies make of somebody before anything was done: which rules decide, and what has run
/// out by then.
struct Decisions: Hashable {
  private var rules: [Int?]
  private var hasExpired: Int
  /// What still counts of a session; `nil` without one.
  private var remains: SessionRemains?
  /// What may still be put off, where a time decides.
  private var graces: [Bool]

  init(
    _ policy: OrgPolicy, _ account: Account, _ context: SignInContext, _ entry: WalkStart.Entry,
    now: Duration
  ) {
    var trace: OrgTrace?
    self.init(policy, account, context, entry, now: now, trace: &trace)
  }

  /// Finds out, and notes which conditions were asked.
  init(
    _ policy: OrgPolicy, _ account: Account, _ context: SignInContext, _ entry: WalkStart.Entry,
    now: Duration, trace: inout OrgTrace?
  ) {
    rules = policy.decidingRules(for: account, in: context, trace: &trace)
    let (rule, sessionRule) = (rules[0], rules[1])
    let terms = rules[2].map { policy.enrollments[$0].terms } ?? []
    graces = terms.compactMap(\.graceEnd).map { now + context.clock < $0 }
    let age = policy.passwords(for: account, in: context).age(
      of: account, at: context.clock, began: .zero)
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
  /// The rules that decide, by their indices: of signing on, sessions, enrollment, passwords and
  /// recovery.
  func decidingRules(
    for account: Account, in context: SignInContext, trace: inout OrgTrace?
  ) -> [Int?] {
    func decides(_ rules: [some Conditional], _ kind: OktaPoint.Policy) -> Int? {
      rules.deciding(for: account, in: context, as: kind, trace: &trace)
    }
    return [
      decides(rules, .signOn), decides(sessionRules, .session),
      decides(enrollments, .enrollment), decides(passwords, .passwords),
      decides(recoveries, .recovery),
    ]
  }

  /// The same without noting the conditions.
  func decidingRules(for account: Account, in context: SignInContext) -> [Int?] {
    var trace: OrgTrace?
    return decidingRules(for: account, in: context, trace: &trace)
  }
}

/// What an org can tell of an account before anybody has done anything.
struct PersonTraits: Hashable {
  var conditions: [Bool]
  var account: Account

  init(_ account: Account, _ conditions: [Condition], _ policy: OrgPolicy) {
    self.conditions = conditions.map { $0.holds(for: account, in: SignInContext()) }
    var plain = account
    // Names, and the very secrets, change nothing.
    plain.id = ""
    plain.login = policy.route(of: account.login)
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
    plain.linkHabit = nil
    self.account = plain
  }
}
