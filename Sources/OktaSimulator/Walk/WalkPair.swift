import FlowEngine

/// Two orgs beside one another: the people and the circumstances that either tells apart.
package struct WalkPair: Sendable {
  private let old: Org
  private let new: Org
  /// The names of both orgs' zones: a context of the pair has a bit for each.
  private let zones: [String]
  private let contexts: [SignInContext]
  /// The time since the start of 1970, UTC.
  private let now: Duration
  /// Whether every combination of zones is among the circumstances.
  package let isComplete: Bool

  /// Puts two orgs beside one another.
  ///
  /// - Parameters:
  ///   - old: one of them.
  ///   - new: the other.
  ///   - now: the time since the start of 1970, UTC.
  ///   - asked: what is to tell circumstances apart besides the policies.
  package init(_ old: Org, _ new: Org, now: Duration, asked: [WalkQuestion] = []) {
    self.now = now
    self.old = old
    self.new = new
    var zones: [String] = []
    for name in (old.policy.zones + new.policy.zones).map(\.name) where !zones.contains(name) {
      zones.append(name)
    }
    self.zones = zones
    var conditions = [old, new].flatMap { org in
      org.policy.allConditions.map { WalkPair.renumbered($0, org.policy.zones, zones) }
    }
    // From a zone that one of them blocks nobody gets anywhere there, whatever its rules say.
    for org in [old, new] where org.blockedZones != 0 {
      let blocked = Condition(subject: .zones(org.blockedZones))
      conditions.append(WalkPair.renumbered(blocked, org.policy.zones, zones))
    }
    (contexts, isComplete) = PolicyReach.walkContexts(
      conditions + asked.compactMap { $0.condition(zones: zones) }, blocked: 0)
  }

  private static func renumbered(
    _ condition: Condition, _ own: [NetworkZone], _ zones: [String]
  ) -> Condition {
    guard case .zones(let bits) = condition.subject else { return condition }
    var all: UInt64 = 0
    for (index, zone) in own.enumerated() where bits >> UInt64(index) & 1 == 1 {
      if let place = zones.firstIndex(of: zone.name) { all |= 1 << UInt64(place) }
    }
    return Condition(subject: .zones(all), isNegated: condition.isNegated)
  }

  /// A context of the pair as one of the orgs has it.
  private func context(_ context: SignInContext, in org: Org) -> SignInContext {
    var own = context
    own.zones = 0
    for (index, zone) in org.policy.zones.enumerated() {
      if let place = zones.firstIndex(of: zone.name), context.zones >> UInt64(place) & 1 == 1 {
        own.zones |= 1 << UInt64(index)
      }
    }
    return own
  }

  /// Somebody who is in both orgs, from somewhere, as either org has it; whoever may sign up may do so
  /// in one of them alone.
  package struct Case: Sendable {
    package var logins: [String]
    package var old: WalkStart?
    package var new: WalkStart?
    /// All circumstances in which neither org does otherwise, as either has them.
    package fileprivate(set) var oldAlike: WalkCircumstance
    package fileprivate(set) var newAlike: WalkCircumstance
  }

  /// Who is in one of the orgs alone.
  package var strangers: (left: [String], joined: [String]) {
    (
      old.userLogins.filter { new.logins[$0.lowercased()] == nil },
      new.userLogins.filter { old.logins[$0.lowercased()] == nil }
    )
  }

  /// One of each case that the orgs tell apart.
  ///
  /// - Parameter goesOn: asked now and then whether to go on.
  /// - Returns: the cases; `nil` if it was ended before.
  package func cases(while goesOn: () -> Bool) -> [Case]? {
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
    for person in people {
      guard let own = cases(person.logins, person.old, person.new, goesOn) else { return nil }
      all += own
    }
    return all
  }

  private func cases(
    _ logins: [String], _ first: Int?, _ second: Int?, _ goesOn: () -> Bool
  ) -> [Case]? {
    // Whoever can't sign up is nobody there, for whom something decides all the same.
    let before = first.map { old.people[$0] } ?? old.policy.registration?.newcomer ?? .stranger("")
    let after = second.map { new.people[$0] } ?? new.policy.registration?.newcomer ?? .stranger("")
    let exists = (
      first != nil || old.policy.isOpenToNewcomers, second != nil || new.policy.isOpenToNewcomers
    )
    var entries: [WalkStart.Entry] = [.identifier]
    if before.session != nil, after.session != nil { entries.append(.session) }
    var seen: [Seen: Int] = [:]
    var cases: [Case] = []
    for entry in entries {
      for clock in Set(
        old.walkClocks(of: before, by: entry, now: now)
          + new.walkClocks(of: after, by: entry, now: now)
      ).sorted() {
        for context in contexts {
          guard goesOn() else { return nil }
          var (left, right) = (self.context(context, in: old), self.context(context, in: new))
          left.clock = clock
          right.clock = clock
          let isBlocked = [
            left.zones & old.blockedZones != 0, right.zones & new.blockedZones != 0,
          ]
          guard isBlocked.contains(false) else { continue }
          let decisions = Seen(
            old: Decisions(old.policy, before, left, entry, now: now),
            new: Decisions(new.policy, after, right, entry, now: now), isBlocked: isBlocked)
          if let known = seen[decisions] {
            cases[known].oldAlike.add(left)
            cases[known].newAlike.add(right)
            continue
          }
          seen[decisions] = cases.count
          cases.append(
            Case(
              logins: logins,
              old: exists.0
                ? WalkStart(index: first, entry: entry, isRemembered: false, context: left) : nil,
              new: exists.1
                ? WalkStart(index: second, entry: entry, isRemembered: false, context: right) : nil,
              oldAlike: WalkCircumstance(left), newAlike: WalkCircumstance(right)))
        }
      }
      seen = [:]
    }
    return cases + remembered(among: cases)
  }

  /// What the orgs make of circumstances, by which they are told apart.
  private struct Seen: Hashable {
    var old: Decisions
    var new: Decisions
    var isBlocked: [Bool]
  }

  /// The same cases on a device that is remembered, where either org remembers any.
  private func remembered(among cases: [Case]) -> [Case] {
    guard old.remembersDevices || new.remembersDevices else { return [] }
    return cases.filter { $0.old?.entry.mayBeRemembered == true && $0.old?.index != nil }.map {
      plain in
      var other = plain
      other.old?.isRemembered = true
      other.new?.isRemembered = true
      return other
    }
  }
}
