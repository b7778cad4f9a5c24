package import OktaSimulator

/// What has changed between two orgs in who gets in by what.
package struct OrgDiff: Sendable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// What was not enough before is enough now.
    case weaker
    /// What was enough before isn't any more.
    case stronger
  }

  /// A route that only one of the orgs has.
  package struct Change: Sendable {
    package var kind: Kind
    /// The logins of those whom it is about; empty for whoever signs up.
    package var logins: [String]
    /// The route, in the new org where it is weaker and in the old one where it is stronger.
    package var route: Route
    /// The rule that decides now; where it is weaker the one that decided before is beside it.
    package var oldRule: String
    package var newRule: String
    /// Every set of circumstances under which it is so.
    package var circumstances: [String]
    /// The same as ways to begin, with those that come to the same as another.
    package var starts: [WalkStart]
  }

  package private(set) var changes: [Change] = []
  /// Who is in one of the orgs alone.
  package let left: [String]
  package let joined: [String]
  /// Whether every combination of circumstances was walked.
  private let isFull: Bool
  /// Whether every walk came to its end.
  package private(set) var isWalked = true
  /// Whether nothing was left out.
  package var isComplete: Bool { isFull && isWalked }

  /// Compares two orgs.
  ///
  /// - Parameters:
  ///   - old: what they were.
  ///   - new: what they are.
  ///   - now: the time since the start of 1970, UTC.
  ///   - asked: what is to tell circumstances apart besides the policies: what claims ask of them.
  ///   - statesMax: how many positions are kept of one walk.
  ///   - goesOn: whether to go on.
  package init(
    _ old: Org, _ new: Org, now: Duration, asked: [WalkQuestion] = [],
    statesMax: Int = Explorer.statesUsual, while goesOn: () -> Bool = { true }
  ) {
    let pair = WalkPair(old, new, now: now, asked: asked)
    (left, joined) = pair.strangers
    isFull = pair.isComplete
    var (walkedOld, walkedNew): (Walked, Walked) = ([:], [:])
    func explore(
      _ org: Org, _ start: WalkStart, _ logins: [String], _ walked: inout Walked
    ) -> Exploration {
      if let known = walked[start] { return known }
      var explorer = Explorer(org, now: now)
      explorer.statesMax = statesMax
      let done = explorer.explore(
        WalkKind(index: start.index, logins: logins), start, while: goesOn)
      walked[start] = done
      return done
    }
    guard let cases = pair.cases(while: goesOn) else {
      isWalked = false
      return
    }
    for pairCase in cases {
      guard goesOn() else {
        isWalked = false
        break
      }
      let before = pairCase.old.map { explore(old, $0, pairCase.logins, &walkedOld) }
      let after = pairCase.new.map { explore(new, $0, pairCase.logins, &walkedNew) }
      // Of what was not walked to the end it isn't known what is lost.
      guard before?.isComplete ?? true, after?.isComplete ?? true else {
        isWalked = false
        continue
      }
      let rules = (
        before?.ways.first.map { old.name(ofRule: $0.ending.rule) } ?? "",
        after?.ways.first.map { new.name(ofRule: $0.ending.rule) } ?? ""
      )
      let (was, now) = (before?.enough(old) ?? [], after?.enough(new) ?? [])
      for route in now where !was.contains(where: { $0.isEnough(with: route) }) {
        add(.weaker, route.route, pairCase.newAlike, pairCase.logins, rules, RouteWords(new))
      }
      for route in was where !now.contains(where: { $0.isEnough(with: route) }) {
        add(.stronger, route.route, pairCase.oldAlike, pairCase.logins, rules, RouteWords(old))
      }
    }
    changes.sort { ($0.kind == .weaker ? 0 : 1) < ($1.kind == .weaker ? 0 : 1) }
  }

  /// What was walked, by who had begun how.
  private typealias Walked = [WalkStart: Exploration]

  private mutating func add(
    _ kind: Kind, _ route: Route, _ alike: WalkCircumstance, _ logins: [String],
    _ rules: (old: String, new: String), _ words: RouteWords
  ) {
    let told = alike.toldStarts(like: route.start).map(words.circumstances)
    let starts = alike.starts(like: route.start)
    let known = changes.firstIndex { change in
      change.kind == kind && change.logins == logins && change.route.has == route.has
        && change.route.ending.provider == route.ending.provider
        && change.oldRule == rules.old && change.newRule == rules.new
    }
    if let known {
      for one in told where !changes[known].circumstances.contains(one) {
        changes[known].circumstances.append(one)
      }
      changes[known].starts += starts
      return
    }
    changes.append(
      Change(
        kind: kind, logins: logins, route: route, oldRule: rules.old, newRule: rules.new,
        circumstances: told, starts: starts))
  }
}

extension Exploration {
  /// The routes to success of which none takes more than another of what the person had before,
  /// whatever is set anew or enrolled on the way.
  fileprivate func enough(_ org: Org) -> [HeldRoute] {
    var kept: [HeldRoute] = []
    for route in routes where route.ending.outcome == .signedIn {
      let held = HeldRoute(route, of: org)
      guard !kept.contains(where: { $0.isEnough(with: held) }) else { continue }
      kept.removeAll { held.isEnough(with: $0) }
      kept.append(held)
    }
    return kept
  }
}

/// A route with what its person must have had before.
private struct HeldRoute {
  let route: Route
  private let has: Set<Route.Had>
  /// The identity provider that vouched, by its name: orgs number theirs.
  private let provider: String?

  init(_ route: Route, of org: Org) {
    self.route = route
    has = route.has
    provider = route.ending.provider.map { org.name(ofProvider: $0) }
  }

  /// Whether whoever has what another route takes could go this one.
  func isEnough(with other: HeldRoute) -> Bool {
    guard provider == nil || provider == other.provider else { return false }
    return has.allSatisfy { own in
      // Whoever begins in a session has it: what it has shown nobody has to show.
      if own.isOfSession { return true }
      // A provider vouches in the place of a password, and is none.
      if provider != nil, own.method == .password { return true }
      return other.has.contains {
        $0.method == own.method && !$0.isOfSession && $0.traits.isSuperset(of: own.traits)
          && (other.provider == nil || $0.method != .password)
      }
    }
  }
}

extension Route {
  /// Something that the person must have had before.
  fileprivate struct Had: Sendable, Hashable {
    var method: Method
    var traits: Traits
    var isOfSession: Bool
  }

  /// What the person must have had before.
  fileprivate var has: Set<Had> {
    var has = Set(
      ending.uses.filter(\.isHeld).map {
        Had(method: $0.method, traits: $0.traits, isOfSession: $0.isOfSession)
      })
    if ending.isRecovered {
      for method in ending.proved where !has.contains(where: { $0.method == method }) {
        has.insert(Had(method: method, traits: [], isOfSession: false))
      }
    }
    return has
  }
}
