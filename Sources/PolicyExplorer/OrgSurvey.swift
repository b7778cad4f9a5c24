import OktaSimulator

/// An org that was explored as every user and under all circumstances.
package struct OrgSurvey {
  let explorer: Explorer
  let words: RouteWords
  /// The explorations, in the order of the settings.
  package let explorations: [Exploration]
  /// The explorations that there was no time for.
  let unexplored: [(kind: WalkKind, start: WalkStart, circumstance: WalkCircumstance)]
  /// The people, by index, who were not completely explored.
  package let unfinished: Set<Int?>
  /// Whether all combinations of circumstances were explored.
  private let isFull: Bool

  /// Explores an org until the watch ends the explorations.
  package init(_ explorer: Explorer, _ watch: inout WalkWatch) {
    self.init(explorer) { watch.goesOn($0) }
    watch.end()
  }

  /// Explores an org.
  ///
  /// - Parameters:
  ///   - explorer: The explorer.
  ///   - goesOn: Called before each act, with the number of the exploration and of all explorations
  ///     if these are known. Returns whether to go on.
  package init(
    _ explorer: Explorer, while goesOn: ((walk: Int, of: Int)?) -> Bool = { _ in true }
  ) {
    self.explorer = explorer
    words = RouteWords(explorer.org)
    let plan = explorer.plan { goesOn(nil) }
    isFull = plan.isComplete
    var explorations: [Exploration] = []
    for (index, start) in plan.starts.enumerated() {
      guard goesOn((index, plan.starts.count)) else { break }
      explorations.append(
        explorer.explore(start.kind, start.start, start.circumstance) {
          goesOn((index, plan.starts.count))
        })
    }
    unexplored = Array(plan.starts[explorations.count...])
    unfinished = Set(
      explorations.filter { !$0.isComplete }.map(\.kind.index) + unexplored.map(\.kind.index))
    self.explorations = explorations
  }

  var org: Org { explorer.org }

  /// The number of explorations that there was no time for.
  private var left: Int { unexplored.count }

  /// The time at which the explorations begin.
  var now: Duration { explorer.now }

  /// The number of explorations that didn't finish, or didn't begin.
  private var unwalked: Int { left + explorations.count { !$0.isComplete } }

  /// Whether every planned exploration finished.
  var isWalked: Bool { left == 0 && explorations.allSatisfy(\.isComplete) }

  /// Whether nothing was left out.
  package var isComplete: Bool { isFull && isWalked }

  /// The number of states in all explorations.
  var states: Int { explorations.reduce(0) { $0 + $1.states } }

  /// The number of acts in all explorations.
  var steps: Int { explorations.reduce(0) { $0 + $1.steps } }

  /// Why there may be more routes, in one sentence; `nil` if nothing was left out.
  package func gap(_ watch: WalkWatch) -> String? {
    guard !isComplete else { return nil }
    if let spent = watch.spent {
      let all = left + explorations.count
      let what =
        all == 0
        ? "the explorations were not planned"
        : "\(unwalked) of \(all) explorations were not finished"
      return "\(what) when the \(spent.what); `\(spent.option)` gives more"
    }
    guard isWalked else { return WalkWatch.tooLong }
    return WalkWatch.tooWide
  }
}
