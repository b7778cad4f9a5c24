import OktaSimulator

/// Runs the explorations of both orgs.
///
/// Each start is explored only once.
struct PairWalks {
  /// The explorations of both orgs for a case.
  struct Explored {
    var old: Exploration?
    var new: Exploration?
    /// Whether the new org has the same result as the old org.
    var isUnchanged: Bool
    /// The explorations after visits to other apps.
    var revisits: (old: [Exploration], new: [Exploration]) = ([], [])

    /// Returns the routes on which users sign in that are enough in each org.
    func enough(_ orgs: (old: Org, new: Org)) -> (old: [HeldRoute], new: [HeldRoute]) {
      (
        ([old].compactMap(\.self) + revisits.old).enough(orgs.old, to: .signedIn, locks: true),
        ([new].compactMap(\.self) + revisits.new).enough(orgs.new, to: .signedIn, locks: true)
      )
    }

    /// The sets of methods that users verify when they sign in.
    var verified: Set<Set<Method>> {
      let ways = (old?.ways ?? []) + (new?.ways ?? [])
      return Set(ways.map { Set($0.ending.uses.map(\.method)) })
    }
  }

  let old: Org
  let new: Org
  let now: Duration
  let statesMax: Int
  /// Whether to explore the new org even if it has the same result as the old org.
  let exploresBoth: Bool
  private let visits: VisitPair
  var memo: WalkMemo
  private var walkedOld: [WalkStart: Exploration] = [:]
  private var walkedNew: [WalkStart: Exploration] = [:]

  init(
    old: Org, new: Org, now: Duration, statesMax: Int, exploresBoth: Bool, visits: VisitPair,
    memo: WalkMemo
  ) {
    self.memo = memo
    self.visits = visits
    self.old = old
    self.new = new
    self.now = now
    self.statesMax = statesMax
    self.exploresBoth = exploresBoth
  }

  mutating func both(
    _ pairCase: WalkPair.Case, isUnchanged: Bool = false, while goesOn: () -> Bool
  ) -> Explored {
    var both = Explored(isUnchanged: isUnchanged)
    if let start = pairCase.old {
      both.old = walkedOld[start] ?? explore(old, start, pairCase.logins, goesOn)
      walkedOld[start] = both.old
    }
    if !isUnchanged || exploresBoth, let start = pairCase.new {
      both.new = walkedNew[start] ?? explore(new, start, pairCase.logins, goesOn)
      walkedNew[start] = both.new
    }
    // The links in mails lead to the same app, and they aren't valid after a visit.
    if !isUnchanged, ![.activation, .recoveryLink].contains(pairCase.old?.entry) {
      both.revisits = (
        visits.starts(old: pairCase.old).map { explore(old, $0, pairCase.logins, goesOn) },
        visits.starts(new: pairCase.new).map { explore(new, $0, pairCase.logins, goesOn) }
      )
    }
    return both
  }

  private mutating func explore(
    _ org: Org, _ start: WalkStart, _ logins: UserLogins, _ goesOn: () -> Bool
  ) -> Exploration {
    var explorer = Explorer(org, now: now)
    explorer.statesMax = statesMax
    return memo.exploration(
      explorer,
      Explorer.Planned(
        kind: WalkKind(index: start.index, logins: logins), start: start), while: goesOn)
  }
}
