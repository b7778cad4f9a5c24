import FlowText
import OktaSimulator

/// The explorations of an org for all users and circumstances.
package struct OrgSurvey {
  let explorer: Explorer
  let words: RouteWords
  /// The finished and unfinished explorations, in the order of the settings.
  package let explorations: [Exploration]
  /// The explorations that didn't begin.
  let unexplored: [(kind: WalkKind, start: WalkStart, circumstance: WalkCircumstance)]
  /// The indices of users whose explorations are incomplete; `nil` stands for users who sign up.
  package let unfinished: Set<Int?>
  /// Whether the planned explorations cover every combination of circumstances.
  private let isFull: Bool

  /// Explores an org until a watch ends the explorations.
  package init(_ explorer: Explorer, _ watch: inout WalkWatch) {
    self.init(explorer) { watch.goesOn($0) }
    watch.end()
  }

  /// Explores an org.
  ///
  /// - Parameters:
  ///   - explorer: The explorer of the org.
  ///   - goesOn: Called before each act. It gets the number of the current exploration and of all
  ///     explorations, or `nil` if they aren't known. Returns whether to continue.
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

  /// The number of explorations that didn't begin.
  private var left: Int { unexplored.count }

  /// The time of the org in the explorations.
  var now: Duration { explorer.now }

  /// The number of explorations that didn't begin or didn't finish.
  private var unwalked: Int { left + explorations.count { !$0.isComplete } }

  /// Whether every planned exploration finished.
  var isWalked: Bool { left == 0 && explorations.allSatisfy(\.isComplete) }

  /// Whether everything was explored.
  package var isComplete: Bool { isFull && isWalked }

  /// The number of states in all explorations.
  var states: Int { explorations.reduce(0) { $0 + $1.states } }

  /// The number of acts in all explorations.
  var steps: Int { explorations.reduce(0) { $0 + $1.steps } }

  /// Whether everything was explored, and the org lacks no part of the real one.
  package var isWhole: Bool { isComplete && org.gaps.isEmpty }

  /// Returns why there may be more routes, in one sentence; `nil` if there can't be any.
  package func gap(_ watch: WalkWatch) -> String? { walkGap(watch) ?? org.gapSentence }

  /// Returns why the explorations left something out, in one sentence; `nil` if they didn't.
  func walkGap(_ watch: WalkWatch) -> String? {
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

extension Org {
  /// The parts of the real org that this org doesn't have, in one sentence; `nil` if there are none.
  var gapSentence: String? {
    guard !gaps.isEmpty else { return nil }
    let shown = gaps.prefix(Org.shownGapsMax).map { "`\($0)`" }
    let more = gaps.count - shown.count
    let list = Prose.list(shown + (more > 0 ? ["\(more) more"] : []), "and")
    return "the org doesn't have \(gaps.count == 1 ? "a part" : "parts") of the real one: \(list)"
  }

  private static let shownGapsMax = 5
}
