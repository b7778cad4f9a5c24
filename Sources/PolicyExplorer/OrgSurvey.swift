import FlowText
import OktaSimulator

/// The explorations of an org for all users and circumstances.
package struct OrgSurvey {
  let explorer: Explorer
  let words: RouteWords
  /// The classes of users, in the order of the settings.
  let kinds: [WalkKind]
  /// The finished and unfinished explorations, in the order of the settings.
  package private(set) var explorations: [Exploration] = []
  /// The explorations after earlier sign-ins to other apps.
  private(set) var revisits: [Exploration] = []
  /// The explorations that didn't begin.
  private(set) var unexplored: [Explorer.Planned] = []
  /// The indices of users whose explorations are incomplete; `nil` stands for users who sign up.
  package private(set) var unfinished: Set<Int?> = []
  /// Whether the planned explorations cover every combination of circumstances.
  private var isFull: Bool

  /// Explores an org until a watch ends the explorations.
  package init(_ explorer: Explorer, _ watch: inout WalkWatch) {
    var memo = WalkMemo()
    self.init(explorer, &memo, &watch)
  }

  /// Explores one of the apps of an org until a watch ends the explorations.
  package init(_ explorer: Explorer, _ memo: inout WalkMemo, _ watch: inout WalkWatch) {
    self.init(explorer, &memo) { watch.goesOn($0) }
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
    var memo = WalkMemo()
    self.init(explorer, &memo, while: goesOn)
  }

  private init(
    _ explorer: Explorer, _ memo: inout WalkMemo, while goesOn: ((walk: Int, of: Int)?) -> Bool
  ) {
    self.explorer = explorer
    words = RouteWords(explorer.org)
    let plan = explorer.plan { goesOn(nil) }
    kinds = plan.kinds
    isFull = plan.isComplete
    explorations = explore(plan.starts, &memo, while: goesOn)
  }

  /// Explores the org for users after earlier sign-ins to other apps.
  ///
  /// - Parameters:
  ///   - visits: The earlier sign-ins.
  ///   - memo: The explorations of the other apps.
  ///   - watch: Ends the explorations at the limits.
  /// - Returns: The explorations.
  mutating func explore(
    after visits: [AppVisits.Found], _ memo: inout WalkMemo,
    _ watch: inout WalkWatch
  ) -> [Exploration] {
    let plan = explorer.plan(after: visits) { watch.goesOn() }
    isFull = isFull && plan.isComplete
    let found = explore(plan.starts, &memo) { watch.goesOn($0) }
    watch.end()
    revisits += found
    return found
  }

  private mutating func explore(
    _ starts: [Explorer.Planned], _ memo: inout WalkMemo,
    while goesOn: ((walk: Int, of: Int)?) -> Bool
  ) -> [Exploration] {
    var found: [Exploration] = []
    for (index, planned) in starts.enumerated() {
      guard goesOn((index, starts.count)) else { break }
      found.append(
        memo.exploration(explorer, planned) { goesOn((index, starts.count)) })
    }
    let left = starts[found.count...]
    unexplored += left
    unfinished.formUnion(
      found.filter { !$0.isComplete }.map(\.kind.index) + left.map(\.kind.index))
    return found
  }

  var org: Org { explorer.org }

  /// The number of explorations that didn't begin.
  private var left: Int { unexplored.count }

  /// The time of the org in the explorations.
  var now: Duration { explorer.now }

  /// The number of explorations that didn't begin or didn't finish.
  private var unwalked: Int { left + (explorations + revisits).count { !$0.isComplete } }

  /// Whether every planned exploration finished.
  var isWalked: Bool { left == 0 && (explorations + revisits).allSatisfy(\.isComplete) }

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
      let all = left + explorations.count + revisits.count
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
  package var gapSentence: String? {
    guard !gaps.isEmpty else { return nil }
    let shown = gaps.prefix(Org.shownGapsMax).map { "`\($0)`" }
    let more = gaps.count - shown.count
    let list = Prose.list(shown + (more > 0 ? ["\(more) more"] : []), "and")
    return "the org doesn't have \(gaps.count == 1 ? "a part" : "parts") of the real one: \(list)"
  }

  private static let shownGapsMax = 5
}
