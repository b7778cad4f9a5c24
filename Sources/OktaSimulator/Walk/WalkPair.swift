import FlowEngine

/// Two versions of an org, with the users and the circumstances that either version distinguishes.
package struct WalkPair: Sendable {
  let old: Org
  let new: Org
  /// The circumstances, one for each class of circumstances that either org distinguishes.
  private let worlds: [World]
  /// The time since the start of 1970, UTC.
  let now: Duration
  /// Whether the circumstances include every combination of zones without addresses.
  package let isComplete: Bool
  /// The users of both orgs, grouped by what policies can test.
  let users: PairedUsers
  /// Returns a number that distinguishes users of both orgs, by their indices.
  private let mark: @Sendable (Both<Int>) -> UInt64

  /// Creates a pair of two versions of an org.
  ///
  /// - Parameters:
  ///   - old: The org before the change.
  ///   - new: The org after the change.
  ///   - now: The time since the start of 1970, UTC.
  ///   - asked: Questions that also distinguish circumstances.
  ///   - users: The users of both orgs; `nil` to group them.
  ///   - mark: Returns a number that also distinguishes users, by their indices in each org.
  package init(
    _ old: Org, _ new: Org, now: Duration, asked: [WalkQuestion] = [], users: PairedUsers? = nil,
    mark: @escaping @Sendable (Both<Int>) -> UInt64 = { _ in 0 }
  ) {
    self.now = now
    self.users = users ?? PairedUsers(old, new)
    self.mark = mark
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
          origin: WalkOrigin(place), old: $0.inZones(place.zones[0]),
          new: $0.inZones(place.zones[1]))
      }
    }
    worlds = all.enumerated().sorted {
      ($0.element.plainness, $0.offset) < ($1.element.plainness, $1.offset)
    }.map(\.element)
  }

  /// The same circumstances as each org describes them, and a place where a user is in them.
  private struct World {
    var origin: WalkOrigin
    var old: SignInContext
    var new: SignInContext

    /// How complicated the description of the circumstances is.
    ///
    /// Simpler circumstances have lower values.
    var plainness: Int { max(old.plainness, new.plainness) }
  }

  /// A value for the old org, and the corresponding value for the new org.
  package struct Both<Value: Sendable>: Sendable {
    package var old: Value
    package var new: Value
  }

  /// A user under some circumstances, with the corresponding start in each org.
  ///
  /// The start in an org is `nil` if it isn't possible there. For example, users may be able to
  /// sign up in only one of the orgs.
  package struct Case: Sendable {
    package var logins: UserLogins
    package var old: WalkStart?
    package var new: WalkStart?
    /// The starts in all equivalent circumstances.
    package fileprivate(set) var alike: [Both<WalkStart>]
  }

  /// The logins that only the old org has, and the logins that only the new org has.
  package var strangers: (left: [String], joined: [String]) {
    guard !new.hasSameGroups(as: old) || !old.guests.isEmpty || !new.guests.isEmpty else {
      return ([], [])
    }
    func only(_ org: Org, _ other: Org) -> [String] {
      org.userLogins.filter {
        !org.isGuest($0) && (other.logins[$0.lowercased()] == nil || other.isGuest($0))
      }
    }
    return (only(old, new), only(new, old))
  }

  /// Returns one case for each class of users and circumstances that the orgs distinguish.
  ///
  /// - Parameter goesOn: Called regularly. Returns whether to continue.
  /// - Returns: The cases, and whether they cover every combination of assumptions about unknown
  ///   facts; `nil` if `goesOn` stopped the search.
  package func cases(while goesOn: () -> Bool) -> (all: [Case], isComplete: Bool)? {
    var people: [(logins: UserLogins, old: Int?, new: Int?)] = users.classes(old, new, mark).map {
      (old.logins(of: $0.map(\.old)), $0[0].old, $0[0].new)
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

  /// Whether a user can certainly do the same in both orgs under the circumstances of a case.
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
    _ logins: UserLogins, _ first: Int?, _ second: Int?, _ unknowns: inout UnknownBranches,
    _ goesOn: () -> Bool
  ) -> [Case]? {
    // In an org where no one can sign up, the rules are evaluated for an unknown user.
    let before = first.map { old.people[$0] } ?? old.policy.registration?.newcomer ?? .stranger("")
    let after = second.map { new.people[$0] } ?? new.policy.registration?.newcomer ?? .stranger("")
    let exists = (
      first != nil || old.policy.isOpenToNewcomers, second != nil || new.policy.isOpenToNewcomers
    )
    var entries: [WalkStart.Entry] = [.identifier]
    if before.session != nil, after.session != nil { entries.append(.session) }
    // If only one of the orgs has sent the link, it is an entry only to that org.
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
        old.walkClocks(of: before, by: entry, now: now, beside: new)
          + new.walkClocks(of: after, by: entry, now: now, beside: old)
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
    cases += given(among: cases)
    return cases + remembered(among: cases)
  }

  /// Returns the contexts for circumstances at a time, one for each combination of assumptions
  /// about unknown facts that makes a difference.
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
    let facts = unknowns.providerFacts
    var branches = unknowns.branches(at: now + clock) { answers in
      let contexts = answered(answers)
      return [
        old.policy.unknownFactsRead(for: before, in: contexts.old, providerFacts: facts[0]),
        new.policy.unknownFactsRead(for: after, in: contexts.new, providerFacts: facts[1]),
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

  /// The decisions of the orgs under some circumstances.
  ///
  /// Circumstances with the same decisions are equivalent.
  private struct Seen: Hashable {
    var old: Decisions
    var new: Decisions
    var isBlocked: [Bool]
  }

  /// Returns the same cases of users who were given a temporary access code; empty if they can't
  /// use one in either org.
  private func given(among cases: [Case]) -> [Case] {
    cases.compactMap { plain in
      let canUse = plain.alike.contains {
        old.canBeGivenCode($0.old) || new.canBeGivenCode($0.new)
      }
      guard canUse else { return nil }
      return plain.changed { $0.isGivenCode = true }
    }
  }

  /// Returns the same cases on a remembered device; empty if neither org remembers devices.
  private func remembered(among cases: [Case]) -> [Case] {
    guard old.remembersDevices || new.remembersDevices else { return [] }
    return cases.filter { $0.old?.entry.mayBeRemembered == true && $0.old?.index != nil }.map {
      $0.changed { $0.isRemembered = true }
    }
  }
}

extension WalkPair.Case {
  /// Returns the same case with changed starts.
  fileprivate func changed(_ change: (inout WalkStart) -> Void) -> WalkPair.Case {
    var other = self
    if var start = other.old {
      change(&start)
      other.old = start
    }
    if var start = other.new {
      change(&start)
      other.new = start
    }
    for index in other.alike.indices {
      change(&other.alike[index].old)
      change(&other.alike[index].new)
    }
    return other
  }

  /// The circumstances that a report must list.
  ///
  /// Circumstances are omitted if they contain all facts of listed circumstances.
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
  /// Returns the starts without assumptions about the orgs' facts and without a session.
  package func world(_ starts: Both<WalkStart>) -> Both<WalkStart> {
    func plain(_ start: WalkStart) -> WalkStart {
      var start = start.withoutFacts
      if start.session != nil {
        start.session = nil
        start.entry = .identifier
      }
      return start
    }
    return Both(old: plain(starts.old), new: plain(starts.new))
  }

  /// Returns the facts of either org that are part of the circumstances.
  package func facts(_ starts: Both<WalkStart>) -> [Assumption] {
    let old = starts.old.facts(in: old)
    let new = starts.new.facts(in: new)
    return new + old.filter { own in !new.contains { $0.isAbout(own) } }
  }

  /// Whether a condition of either org is unknown.
  package var hasUnknownFacts: Bool { old.hasUnknownFacts || new.hasUnknownFacts }
}

extension WalkPair.Both: Equatable where Value: Equatable {}
extension WalkPair.Both: Hashable where Value: Hashable {}
