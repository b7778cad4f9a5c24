package import OktaSimulator

/// The differences between two versions of an org in who gets in and how.
package struct OrgDiff: Sendable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Something is enough now that wasn't enough before.
    case weaker
    /// Something was enough before but no longer is.
    case stronger
  }

  /// A route that is enough in only one of the orgs.
  package struct Change: Sendable {
    package var kind: Kind
    /// The logins of the affected users; empty for users who sign up.
    package var logins: UserLogins
    /// The route, in the new org for a weaker change and in the old org for a stronger change.
    package var route: Route
    /// The names of the rules that decided in each org; empty if there was no way in.
    package var oldRule: String
    package var newRule: String
    /// The routes that are enough in the other org; `nil` if they differ between the circumstances.
    package fileprivate(set) var others: [Route]?
    /// The circumstances of the change, in words.
    var circumstances: [CircumstanceWords]
    /// The circumstances of the change as starts, including equivalent starts.
    package var starts: [WalkStart]
    /// The assumptions about unknown facts that the change relies on; empty if the change is
    /// certain.
    package fileprivate(set) var reliesOn: [Assumption] = []
    /// The circumstances of the change as starts in both orgs.
    fileprivate var worlds: [WalkPair.Both<WalkStart>]
  }

  /// The explorations of both orgs for one case, and their differences.
  struct Comparison: Sendable {
    var pairCase: WalkPair.Case
    var old: Exploration?
    var new: Exploration?
    /// Whether both explorations are complete.
    var isComplete: Bool
    /// The routes that are enough now but weren't before.
    var gained: [Route] = []
    /// The routes that were enough before but no longer are.
    var lost: [Route] = []
  }

  /// A setting that restricts users more or less than before, which no route shows.
  package struct SettingChange: Sendable {
    /// The logins of the affected users; empty for users who sign up.
    package var logins: UserLogins
    package var old: SettingLimit
    package var new: SettingLimit
  }

  package private(set) var changes: [Change] = []
  package private(set) var settings: [SettingChange] = []
  /// The zones whose addresses or blocking have changed.
  package let zones: [ZoneChange]
  /// The users whose groups have changed, one sentence each.
  package private(set) var moved: [String] = []
  /// The rules that differ, but decide for no user in either org.
  private(set) var undecided: [WrittenRule] = []
  /// The names of other settings that differ, which are compared only by their effect on routes.
  package let otherSettings: [String]
  /// Every case, changed or not; empty if the cases aren't kept.
  private(set) var comparisons: [Comparison] = []
  private let keepsAll: Bool
  /// The questions that distinguish circumstances in addition to the policies.
  let asked: [WalkQuestion]
  /// The logins that only the old org has, and the logins that only the new org has.
  package let left: [String]
  package let joined: [String]
  /// Whether the cases cover every combination of circumstances.
  private let isFull: Bool
  /// Whether every exploration finished.
  package private(set) var isWalked = true
  /// The unknown conditions that users may fulfill in only one of the orgs, one sentence each.
  private let shifted: [String]
  /// Whether everything was compared.
  package var isComplete: Bool { isFull && isWalked && shifted.isEmpty }

  /// Returns why there may be more changes, in one sentence; `nil` if everything was compared.
  package func gap(_ watch: WalkWatch) -> String? {
    guard !isFull || !isWalked else {
      return shifted.isEmpty ? nil : shifted.joined(separator: "; ")
    }
    if let spent = watch.spent {
      return "the \(spent.what) before the explorations finished; `\(spent.option)` gives more"
    }
    return isWalked ? WalkWatch.tooWide : WalkWatch.tooLong
  }

  /// Compares two versions of an org.
  ///
  /// - Parameters:
  ///   - old: The org before the change.
  ///   - new: The org after the change.
  ///   - now: The time since the start of 1970, UTC.
  ///   - asked: The questions in claims. They distinguish circumstances in addition to the
  ///     policies.
  ///   - statesMax: The maximum number of states in an exploration.
  ///   - keepsAll: Whether to keep every case, for a matrix.
  ///   - apps: What the versions of the whole org have in common, if these are the orgs of apps.
  ///   - goesOn: Returns whether to continue.
  package init(
    _ old: Org, _ new: Org, now: Duration, asked: [WalkQuestion] = [],
    statesMax: Int = Explorer.statesUsual, keepsAll: Bool = false, apps: AppsInPair? = nil,
    while goesOn: () -> Bool = { true }
  ) {
    var memo = WalkMemo()
    self.init(
      old, new, now: now, asked: asked, statesMax: statesMax, keepsAll: keepsAll, apps: apps, &memo,
      while: goesOn)
  }

  /// Compares the orgs of an app, with the explorations of the other apps.
  init(
    _ old: Org, _ new: Org, now: Duration, asked: [WalkQuestion], statesMax: Int, keepsAll: Bool,
    apps: AppsInPair?, _ memo: inout WalkMemo, while goesOn: () -> Bool
  ) {
    self.keepsAll = keepsAll
    self.asked = asked
    let visits = VisitPair(apps, old, new)
    let pair = WalkPair(
      old, new, now: now, asked: asked, users: apps?.users, mark: { visits.mark($0) })
    (left, joined) = pair.strangers
    shifted = pair.shiftedUnknowns
    otherSettings = new.otherSettings(comparedWith: old)
    zones = new.zoneChanges(since: old)
    guard let (cases, isEveryCase) = pair.cases(while: goesOn) else {
      isFull = pair.isComplete
      isWalked = false
      return
    }
    isFull = pair.isComplete && isEveryCase
    // Moves the explorations, because a copy would take as long as many explorations.
    var taken = WalkMemo()
    swap(&taken, &memo)
    var walks = PairWalks(
      old: old, new: new, now: now, statesMax: statesMax, exploresBoth: keepsAll, visits: visits,
      memo: consume taken)
    defer { swap(&memo, &walks.memo) }
    // The sets of methods that users verify when they sign in, in either org and in any
    // circumstances.
    var verified: [UserLogins: Set<Set<Method>>] = [:]
    var changed: [(WalkPair.Case, kinds: Set<Kind>)] = []
    for pairCase in cases {
      // If both orgs decide alike, exploring one of them is enough.
      let isUnchanged = pair.isUnchanged(pairCase) && visits.areUnchanged(pairCase)
      let both = walks.both(pairCase, isUnchanged: isUnchanged, while: goesOn)
      verified[pairCase.logins, default: []].formUnion(both.verified)
      let kinds = compare(both, in: pairCase, (old, new))
      if !isUnchanged { changed.append((pairCase, kinds)) }
    }
    // Users return with sessions from these sign-ins. A change that was already found for the
    // sign-in isn't reported again for its sessions, unless the session rules have changed too.
    let ages = pair.sessionAges
    for (pairCase, kinds) in changed {
      guard goesOn() else {
        isWalked = false
        break
      }
      let known = pair.changesSessions(in: pairCase) ? [] : kinds
      let own = verified[pairCase.logins] ?? []
      let sessions = pair.sessions(in: pairCase, verified: own, ages: ages)
      guard !sessions.isEmpty else { continue }
      // A user with a session can also sign in without it.
      let fresh = walks.both(pairCase, while: goesOn).enough((old, new))
      for session in sessions {
        // Nothing is lost with a session that no sign-in to the old org left.
        let left = pair.beganAtNewProvider(session) ? known.union([.stronger]) : known
        compare(
          walks.both(session, while: goesOn), in: session, (old, new), but: left, beside: fresh)
      }
    }
    judge(among: cases, of: pair)
    settings = OrgDiff.settings(in: cases, (old, new))
    // The most serious changes come first: weaker ones, ordered by how little the user must have.
    let ranks = changes.enumerated().map { index, change in
      (change.kind == .weaker ? 0 : 1, change.route.has.count, index)
    }
    changes = ranks.sorted { $0 < $1 }.map { changes[$0.2] }
    moved = OrgDiff.moved(old, new)
    if isFull { undecided = OrgDiff.undecided(in: cases, old, new) }
  }

  /// Returns the rules of the new org that differ from those of the old one, and decide for no user
  /// in either.
  ///
  /// What users who sign up enter decides which rules apply. So no rule is returned if they can.
  private static func undecided(
    in cases: [WalkPair.Case], _ old: Org, _ new: Org
  ) -> [WrittenRule] {
    let before = Dictionary(old.writtenRules.map { ([$0.policy, $0.name], $0) }) { first, _ in first
    }
    let changed = new.writtenRules.filter { rule in
      before[[rule.policy, rule.name]].map { $0.text != rule.text } ?? false
    }
    guard !changed.isEmpty, !cases.contains(where: \.logins.isEmpty) else { return [] }
    let starts = cases.flatMap(\.alike)
    let deciding = old.deciding(at: starts.map(\.old)).union(new.deciding(at: starts.map(\.new)))
    let names = Set(deciding.map { [$0.policy, $0.name] })
    return changed.filter { !names.contains([$0.policy, $0.name]) }
  }

  /// Returns the users in both orgs whose groups differ, one sentence each.
  private static func moved(_ old: Org, _ new: Org) -> [String] {
    guard !new.hasSameGroups(as: old) else { return [] }
    let (before, after) = (old.members, new.members)
    // A group that was only renamed has the same members.
    var names: [String: String] = [:]
    let (ruledBefore, ruled) = (old.groupsOfRules, new.groupsOfRules)
    for (name, members) in after where before[name] == nil && !ruledBefore.contains(name) {
      names[name] =
        before.filter { after[$0.key] == nil && !ruled.contains($0.key) && $0.value == members }
        .keys.min()
    }
    return new.userLogins.filter(Set(old.userLogins).contains).compactMap { login in
      let was = Set(old.groups(of: login))
      let now = new.groups(of: login)
      guard Set(now.map { names[$0] ?? $0 }) != was else { return nil }
      func told(_ groups: some Sequence<String>) -> String {
        let words = groups.sorted()
        return words.isEmpty ? "no group" : RouteWords.list(words)
      }
      return "\(login) is in \(told(now)), and was in \(told(was))"
    }
  }

  /// Returns the settings that differ, each with the users that it differs for.
  private static func settings(
    in cases: [WalkPair.Case], _ orgs: (old: Org, new: Org)
  ) -> [SettingChange] {
    var all: [SettingChange] = []
    for pairCase in cases {
      guard let oldStart = pairCase.old, let newStart = pairCase.new else { continue }
      let before = orgs.old.comparedLimits(oldStart)
      for new in orgs.new.comparedLimits(newStart) {
        guard let old = before.first(where: { $0.name == new.name }), new.differs(from: old) else {
          continue
        }
        if let known = all.firstIndex(where: { $0.old == old && $0.new == new }) {
          all[known].logins.formUnion(pairCase.logins)
        } else {
          all.append(SettingChange(logins: pairCase.logins, old: old, new: new))
        }
      }
    }
    return all
  }

  /// Adds the differences between the explorations of a case.
  ///
  /// - Parameters:
  ///   - both: The explorations.
  ///   - pairCase: The case.
  ///   - orgs: The orgs.
  ///   - known: The kinds of changes to leave out.
  ///   - fresh: The routes of each org that the user can take instead.
  /// - Returns: The kinds of changes that were found.
  @discardableResult
  private mutating func compare(
    _ both: PairWalks.Explored, in pairCase: WalkPair.Case, _ orgs: (old: Org, new: Org),
    but known: Set<Kind> = [], beside fresh: (old: [HeldRoute], new: [HeldRoute]) = ([], [])
  ) -> Set<Kind> {
    // If an exploration is incomplete, missing routes may still exist.
    let isComplete =
      ([both.old, both.new].compactMap(\.self) + both.revisits.old
      + both.revisits.new).allSatisfy(\.isComplete)
    var comparison = Comparison(
      pairCase: pairCase, old: both.old, new: both.new, isComplete: isComplete)
    defer { if keepsAll { comparisons.append(comparison) } }
    guard isComplete else {
      isWalked = false
      return []
    }
    guard !both.isUnchanged else { return [] }
    let rules = (
      both.old?.ways.first.map { orgs.old.name(ofRule: $0.ending.rule) } ?? "",
      both.new?.ways.first.map { orgs.new.name(ofRule: $0.ending.rule) } ?? ""
    )
    var found: Set<Kind> = []
    // An unlock after wrong answers counts only if both orgs lock the account, because users of the
    // other org don't need it.
    let locks = [both.old, both.new].allSatisfy { $0?.canLock ?? true }
    for outcome in [WalkEnding.Outcome.signedIn, .unlocked] {
      let was = ([both.old].compactMap(\.self) + both.revisits.old)
        .enough(orgs.old, to: outcome, locks: locks)
      let now = ([both.new].compactMap(\.self) + both.revisits.new)
        .enough(orgs.new, to: outcome, locks: locks)
      for route in now where !(was + fresh.old).contains(where: { $0.isEnough(with: route) }) {
        found.insert(.weaker)
        comparison.gained.append(route.route)
        if !known.contains(.weaker) {
          add(.weaker, route.route, was.map(\.route), pairCase, rules, orgs)
        }
      }
      for route in was where !(now + fresh.new).contains(where: { $0.isEnough(with: route) }) {
        found.insert(.stronger)
        comparison.lost.append(route.route)
        if !known.contains(.stronger) {
          add(.stronger, route.route, now.map(\.route), pairCase, rules, orgs)
        }
      }
    }
    return found
  }

  private mutating func add(
    _ kind: Kind, _ route: Route, _ others: [Route], _ pairCase: WalkPair.Case,
    _ rules: (old: String, new: String), _ orgs: (old: Org, new: Org)
  ) {
    let logins = pairCase.logins
    let told = pairCase.told.map { both in
      kind == .weaker
        ? RouteWords(orgs.new).circumstances(both.new, beside: both.old, in: orgs.old, "before")
        : RouteWords(orgs.old).circumstances(both.old, beside: both.new, in: orgs.new, "now")
    }
    .map { circumstance in
      guard let visit = route.start.visit else { return circumstance }
      var after = circumstance
      let earlier = RouteWords(kind == .weaker ? orgs.new : orgs.old).after(visit)
      after.words = after.words.isEmpty ? earlier : "\(earlier), \(after.words)"
      return after
    }
    let starts = pairCase.alike.map { kind == .weaker ? $0.new : $0.old }
    let known = changes.firstIndex { change in
      change.kind == kind && change.logins == logins && change.route.has == route.has
        && change.route.provider == route.provider
        && change.route.ending.outcome == route.ending.outcome
        && change.oldRule == rules.old && change.newRule == rules.new
    }
    if let known {
      for one in told where !changes[known].circumstances.contains(one) {
        changes[known].circumstances.append(one)
      }
      if let same = changes[known].others, Set(same.map(\.has)) != Set(others.map(\.has)) {
        changes[known].others = nil
      }
      changes[known].starts += starts
      changes[known].worlds += pairCase.alike
      return
    }
    changes.append(
      Change(
        kind: kind, logins: logins, route: route, oldRule: rules.old, newRule: rules.new,
        others: others, circumstances: told, starts: starts, worlds: pairCase.alike))
  }
}

extension OrgDiff {
  /// Determines which assumptions about unknown facts the changes rely on.
  ///
  /// A change is certain if there are circumstances in which the same users get or lose the same
  /// route under every assumption. The names of the rules don't matter.
  private mutating func judge(among cases: [WalkPair.Case], of pair: WalkPair) {
    defer {
      for index in changes.indices {
        let visit = changes[index].route.start.visit
        changes[index].reliesOn = changes[index].reliesOn.adding(visit?.assumptions ?? [])
      }
    }
    guard pair.hasUnknownFacts else { return }
    var leaves: [WalkPair.Both<WalkStart>: [[Assumption]]] = [:]
    for both in cases.flatMap(\.alike) {
      leaves[pair.world(both), default: []].append(pair.facts(both))
    }
    var changed: [Change.Subject: [WalkPair.Both<WalkStart>: Set<[Assumption]>]] = [:]
    for change in changes {
      for both in change.worlds {
        changed[change.subject, default: [:]][pair.world(both), default: []]
          .insert(pair.facts(both))
      }
    }
    for index in changes.indices {
      let worlds = changed[changes[index].subject] ?? [:]
      var best: [Assumption]?
      for both in changes[index].worlds {
        let world = pair.world(both)
        let own = leaves[world] ?? []
        guard let leaf = own.firstIndex(of: pair.facts(both)) else { continue }
        let truths = own.map { worlds[world]?.contains($0) == true }
        let least = UnknownWorlds.least(of: leaf, among: own, truths)
        if best.map({ $0.count > least.count }) ?? true { best = least }
        if least.isEmpty { break }
      }
      changes[index].reliesOn = best ?? []
    }
  }
}

extension Org {
  /// The groups that sign-on rules name.
  fileprivate var groupsOfRules: Set<String> { Set(RuleFacts(self).rules.flatMap(\.groups)) }

  /// The logins of each group's members.
  fileprivate var members: [String: Set<String>] {
    var members: [String: Set<String>] = [:]
    for login in userLogins {
      for group in groups(of: login) { members[group, default: []].insert(login) }
    }
    return members
  }
}

extension OrgDiff.Change {
  /// The properties that identify a change: its kind, the affected users and the route's
  /// requirements.
  fileprivate struct Subject: Hashable {
    var kind: OrgDiff.Kind
    var logins: UserLogins
    var has: Set<Route.Had>
    var provider: Int?
    var isUnlock: Bool
  }

  fileprivate var subject: Subject {
    Subject(
      kind: kind, logins: logins, has: route.has, provider: route.provider,
      isUnlock: route.ending.outcome == .unlocked)
  }
}

extension OrgDiff.Change {
  /// Returns the facts of the other org in the circumstances of the route.
  func facts(of other: Org) -> [Assumption] {
    let same = worlds.first { (kind == .weaker ? $0.new : $0.old) == route.start }
    return (same.map { kind == .weaker ? $0.old : $0.new })?.facts(in: other) ?? []
  }
}

extension Exploration {
  /// Whether wrong answers can lock the account.
  fileprivate var canLock: Bool { routes.contains { $0.ending.outcome == .locked } }
}
