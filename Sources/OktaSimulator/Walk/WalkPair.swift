import FlowEngine

/// Two orgs, with the people and the circumstances that either distinguishes.
package struct WalkPair: Sendable {
  let old: Org
  let new: Org
  /// The circumstances, one of each kind that either org distinguishes.
  private let worlds: [World]
  /// The time since the start of 1970, UTC.
  let now: Duration
  /// Whether every combination of zones without addresses is among the circumstances.
  package let isComplete: Bool

  /// Pairs two orgs.
  ///
  /// - Parameters:
  ///   - old: The org before.
  ///   - new: The org after.
  ///   - now: The time since the start of 1970, UTC.
  ///   - asked: The questions that distinguish circumstances in addition to the policies.
  package init(_ old: Org, _ new: Org, now: Duration, asked: [WalkQuestion] = []) {
    self.now = now
    self.old = old
    self.new = new
    let orgs = [old, new]
    let conditions = orgs.map { org in
      let zones = org.policy.zones.map(\.name)
      return org.policy.allConditions + asked.compactMap { $0.condition(zones: zones) }
    }
    let places = SignInPlaces(
      zip(orgs, conditions).map {
        SignInPlaces.View($0.policy.zones, $1, blocked: $0.blockedZones)
      })
    isComplete = places.isComplete
    let others = PolicyReach.contexts(conditions.flatMap(\.self), zones: [0])
    let all = places.all.flatMap { place in
      others.map {
        World(
          origin: place.address, old: $0.inZones(place.zones[0]), new: $0.inZones(place.zones[1]))
      }
    }
    worlds = all.enumerated().sorted {
      ($0.element.plainness, $0.offset) < ($1.element.plainness, $1.offset)
    }.map(\.element)
  }

  /// The circumstances in each org, and an address that has them.
  private struct World {
    var origin: IPAddress
    var old: SignInContext
    var new: SignInContext

    /// The length of its description.
    var plainness: Int { max(old.plainness, new.plainness) }
  }

  /// A value of one org, and the corresponding value of the other.
  package struct Both<Value: Sendable>: Sendable {
    package var old: Value
    package var new: Value
  }

  /// A user of both orgs in some circumstances, in the form of each org.
  ///
  /// A user who signs up may be able to do so in only one of them.
  package struct Case: Sendable {
    package var logins: [String]
    package var old: WalkStart?
    package var new: WalkStart?
    /// All equivalent circumstances for both orgs, in the form of each.
    package fileprivate(set) var alike: [Both<WalkStart>]
  }

  /// The logins that are in only one of the orgs.
  package var strangers: (left: [String], joined: [String]) {
    (
      old.userLogins.filter { new.logins[$0.lowercased()] == nil },
      new.userLogins.filter { old.logins[$0.lowercased()] == nil }
    )
  }

  /// Returns one of each case that the orgs distinguish.
  ///
  /// - Parameter goesOn: Called now and then; returns whether to go on.
  /// - Returns: The cases, and whether every answer to unknown facts is among them; `nil` if it was
  ///   ended before.
  package func cases(while goesOn: () -> Bool) -> (all: [Case], isComplete: Bool)? {
    var kinds: [[PersonTraits]: Int] = [:]
    var people: [(logins: [String], old: Int?, new: Int?)] = []
    for (index, account) in old.people.enumerated() {
      guard let other = new.logins[account.login.lowercased()] else { continue }
      let traits = [
        PersonTraits(account, old.policy.personConditions, old.policy),
        PersonTraits(new.people[other], new.policy.personConditions, new.policy),
      ]
      if let known = kinds[traits] {
        people[known].logins.append(account.login)
      } else {
        kinds[traits] = people.count
        people.append(([account.login], index, other))
      }
    }
    if old.policy.isOpenToNewcomers || new.policy.isOpenToNewcomers {
      people.append(([], nil, nil))
    }
    var all: [Case] = []
    var unknowns = UnknownBranches([old.policy, new.policy])
    for person in people {
      let own = cases(person.logins, person.old, person.new, &unknowns, goesOn)
      guard let own else { return nil }
      all += own
    }
    return (all, unknowns.isComplete)
  }

  /// Whether a user can certainly do the same in both orgs, in the circumstances of a case.
  package func isUnchanged(_ pairCase: Case) -> Bool {
    guard let first = pairCase.old, let second = pairCase.new, let oldIndex = first.index,
      let newIndex = second.index
    else { return false }
    let (before, after) = (old.people[oldIndex], new.people[newIndex])
    return AppliedPolicy(old.policy, to: before, in: first.context)
      == AppliedPolicy(new.policy, to: after, in: second.context)
      && PersonTraits(before, [], old.policy) == PersonTraits(after, [], new.policy)
  }

  private func cases(
    _ logins: [String], _ first: Int?, _ second: Int?, _ unknowns: inout UnknownBranches,
    _ goesOn: () -> Bool
  ) -> [Case]? {
    // If no one can sign up in an org, its rules decide for a stranger.
    let before = first.map { old.people[$0] } ?? old.policy.registration?.newcomer ?? .stranger("")
    let after = second.map { new.people[$0] } ?? new.policy.registration?.newcomer ?? .stranger("")
    let exists = (
      first != nil || old.policy.isOpenToNewcomers, second != nil || new.policy.isOpenToNewcomers
    )
    var entries: [WalkStart.Entry] = [.identifier]
    if before.session != nil, after.session != nil { entries.append(.session) }
    // A link that only one of the orgs has sent is a way in only there.
    if before.canActivate || after.canActivate { entries.append(.activation) }
    if before.recoveryToken != nil || after.recoveryToken != nil { entries.append(.recoveryLink) }
    func canBegin(_ account: Account, _ entry: WalkStart.Entry) -> Bool {
      switch entry {
      case .identifier, .session: true
      case .activation: account.canActivate
      case .recoveryLink: account.recoveryToken != nil
      }
    }
    var seen: [Seen: Int] = [:]
    var cases: [Case] = []
    for entry in entries {
      for clock in Set(
        old.walkClocks(of: before, by: entry, now: now)
          + new.walkClocks(of: after, by: entry, now: now)
      ).sorted() {
        for world in worlds {
          guard goesOn() else { return nil }
          let isBlocked = [
            world.old.zones & old.blockedZones != 0, world.new.zones & new.blockedZones != 0,
          ]
          guard isBlocked.contains(false) else { continue }
          for (left, right) in answered(world, clock, before, after, &unknowns) {
            let decisions = Seen(
              old: Decisions(old.policy, before, left, entry, now: now),
              new: Decisions(new.policy, after, right, entry, now: now), isBlocked: isBlocked)
            let starts = Both(
              old: WalkStart(
                index: first, entry: entry, isRemembered: false, context: left,
                origin: world.origin),
              new: WalkStart(
                index: second, entry: entry, isRemembered: false, context: right,
                origin: world.origin))
            if let known = seen[decisions] {
              cases[known].alike.append(starts)
              continue
            }
            seen[decisions] = cases.count
            cases.append(
              Case(
                logins: logins, old: exists.0 && canBegin(before, entry) ? starts.old : nil,
                new: exists.1 && canBegin(after, entry) ? starts.new : nil,
                alike: [starts]))
          }
        }
      }
      seen = [:]
    }
    return cases + remembered(among: cases)
  }

  /// A world at a time, with each set of answers to unknown facts that makes a difference.
  private func answered(
    _ world: World, _ clock: Duration, _ before: Account, _ after: Account,
    _ unknowns: inout UnknownBranches
  ) -> [(old: SignInContext, new: SignInContext)] {
    func answered(_ answers: [UnknownAnswers]) -> (old: SignInContext, new: SignInContext) {
      var (left, right) = (world.old, world.new)
      (left.clock, right.clock) = (clock, clock)
      (left.unknowns, right.unknowns) = (answers[0], answers[1])
      return (left, right)
    }
    guard !unknowns.isEmpty else { return [answered([UnknownAnswers(), UnknownAnswers()])] }
    var branches = unknowns.branches { answers in
      let contexts = answered(answers)
      return [
        old.policy.unknownFactsRead(for: before, in: contexts.old),
        new.policy.unknownFactsRead(for: after, in: contexts.new),
      ]
    }
    func contexts(_ branch: UnknownBranches.Branch) -> (old: SignInContext, new: SignInContext) {
      answered([unknowns.answers(branch, of: 0), unknowns.answers(branch, of: 1)])
    }
    let rules = branches.map { branch in
      let contexts = contexts(branch)
      return [
        old.policy.decidingRules(for: before, in: contexts.old),
        new.policy.decidingRules(for: after, in: contexts.new),
      ]
    }
    unknowns.simplify(&branches) { rules[$0] == rules[$1] }
    var seen: Set<[UnknownAnswers]> = []
    return branches.map(contexts).filter {
      seen.insert([$0.old.unknowns, $0.new.unknowns]).inserted
    }
  }

  /// The results of circumstances in the orgs, which distinguish the circumstances.
  private struct Seen: Hashable {
    var old: Decisions
    var new: Decisions
    var isBlocked: [Bool]
  }

  /// Returns the same cases on a remembered device, if either org remembers devices.
  private func remembered(among cases: [Case]) -> [Case] {
    guard old.remembersDevices || new.remembersDevices else { return [] }
    return cases.filter { $0.old?.entry.mayBeRemembered == true && $0.old?.index != nil }.map {
      plain in
      var other = plain
      other.old?.isRemembered = true
      other.new?.isRemembered = true
      for index in other.alike.indices {
        other.alike[index].old.isRemembered = true
        other.alike[index].new.isRemembered = true
      }
      return other
    }
  }
}

extension WalkPair.Case {
  /// The circumstances to report, without those that only add something to a reported one.
  package var told: [WalkPair.Both<WalkStart>] {
    var told: [WalkPair.Both<WalkStart>] = []
    for both in alike {
      let isKnown = told.contains {
        $0.old.context.isPart(of: both.old.context) && $0.new.context.isPart(of: both.new.context)
      }
      if !isKnown { told.append(both) }
    }
    return told
  }
}

extension WalkPair {
  /// The circumstances in both orgs without answers to unknown facts, and without a session.
  package func world(_ starts: Both<WalkStart>) -> Both<WalkStart> {
    func plain(_ start: WalkStart) -> WalkStart {
      var start = start.withoutAssumptions
      if start.session != nil {
        start.session = nil
        start.entry = .identifier
      }
      return start
    }
    return Both(old: plain(starts.old), new: plain(starts.new))
  }

  /// The answers to unknown facts of either org that make a difference.
  package func assumptions(_ starts: Both<WalkStart>) -> [Assumption] {
    let old = starts.old.assumptions(in: old)
    let new = starts.new.assumptions(in: new)
    return new + old.filter { own in !new.contains { $0.reason == own.reason } }
  }

  /// Whether either org has unknown facts.
  package var hasUnknownFacts: Bool { old.hasUnknownFacts || new.hasUnknownFacts }
}

extension WalkPair.Both: Equatable where Value: Equatable {}
extension WalkPair.Both: Hashable where Value: Hashable {}
