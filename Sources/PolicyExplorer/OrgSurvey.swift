import OktaSimulator

/// An org that was walked as everybody and from everywhere.
package struct OrgSurvey {
  let explorer: Explorer
  let words: RouteWords
  /// The walks, in the order of the settings.
  package let explorations: [Exploration]
  /// The walks that there was no time for.
  let unexplored: [(kind: WalkKind, start: WalkStart, circumstance: WalkCircumstance)]
  /// The people, by index, of whom something is left that was not walked.
  package let unfinished: Set<Int?>
  /// Whether all combinations of circumstances were walked.
  private let isFull: Bool

  /// Walks an org until the watch ends the walks.
  package init(_ explorer: Explorer, _ watch: inout WalkWatch) {
    self.init(explorer) { watch.goesOn($0) }
    watch.end()
  }

  /// Walks an org.
  ///
  /// - Parameters:
  ///   - explorer: Who walks.
  ///   - goesOn: Asked before each act whether to go on, with the number of the walk and of all walks
  ///     where those are known.
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

  /// How many walks there was no time for.
  private var left: Int { unexplored.count }

  /// The time at which the walks begin.
  var now: Duration { explorer.now }

  /// How many walks did not come to their end, or were not begun.
  private var unwalked: Int { left + explorations.count { !$0.isComplete } }

  /// Whether every walk that was begun, or was to be, came to its end.
  var isWalked: Bool { left == 0 && explorations.allSatisfy(\.isComplete) }

  /// Whether nothing was left out.
  package var isComplete: Bool { isFull && isWalked }

  /// How many positions there are in all walks.
  var states: Int { explorations.reduce(0) { $0 + $1.states } }

  /// How often somebody did something in them.
  var steps: Int { explorations.reduce(0) { $0 + $1.steps } }

  /// Why there may be more routes, in one sentence; `nil` if nothing was left out.
  package func gap(_ watch: WalkWatch) -> String? {
    guard !isComplete else { return nil }
    if let spent = watch.spent {
      let all = left + explorations.count
      let what =
        all == 0
        ? "the walks were not planned" : "\(unwalked) of \(all) walks were not finished"
      return "\(what) when the \(spent.what); `\(spent.option)` gives more"
    }
    guard isWalked else { return WalkWatch.tooLong }
    return WalkWatch.tooWide
  }
}
