import FlowExplorer
import FlowSimulator

/// An org that was walked as everybody and from everywhere.
struct OrgSurvey {
  let org: Org
  let words: RouteWords
  /// The time at which the walks begin.
  let now: Duration
  /// The walks, in the order of the settings.
  let explorations: [Exploration]
  let isComplete: Bool

  init(_ explorer: Explorer) {
    org = explorer.org
    words = RouteWords(explorer.org)
    now = explorer.now
    let plan = explorer.plan()
    explorations = plan.starts.map { start in
      explorer.explore(
        start.kind, start.start, count: start.count, while: { !Task.isCancelled })
    }
    isComplete = plan.isComplete && explorations.allSatisfy(\.isComplete)
  }

  /// How many positions there are in all walks.
  var states: Int { explorations.reduce(0) { $0 + $1.states } }

  /// How often somebody did something in them.
  var steps: Int { explorations.reduce(0) { $0 + $1.steps } }

  /// Why there may be more than is told; `nil` where there isn't.
  var warning: String? {
    guard !isComplete else { return nil }
    return explorations.allSatisfy(\.isComplete)
      ? "not complete: the policies name more zones than are combined; each was tried alone"
      : "not complete: a walk has more positions than are kept; `--states` keeps more"
  }
}
