import OktaSimulator

/// The input of an audit: an org, and the explorations of its users' acts.
struct AuditScene {
  let org: OktaSimulator.Org
  let explorations: [Exploration]
  /// The indices of users whose explorations are incomplete; `nil` stands for users who sign up.
  ///
  /// The audit doesn't report that these users can't do something.
  let unfinished: Set<Int?>
  let words: RouteWords
  let places: WalkPlaces
  let facts: RuleFacts
  let worlds: UnknownWorlds
  /// Whether everything was explored.
  let isComplete: Bool
  /// The groups that sign-on rules name.
  let named: Set<String>

  init(
    _ org: OktaSimulator.Org, _ explorations: [Exploration], unfinished: Set<Int?>,
    isComplete: Bool
  ) {
    self.org = org
    self.explorations = explorations
    self.unfinished = unfinished
    words = RouteWords(org)
    places = org.walkPlaces
    facts = RuleFacts(org)
    worlds = UnknownWorlds(explorations, of: org)
    self.isComplete = isComplete
    named = Set(facts.rules.flatMap(\.groups))
  }

  /// Returns several classes of users as a single class, for messages.
  static func together(_ classes: [WalkKind]) -> WalkKind {
    WalkKind(index: classes.first?.index, logins: UserLogins(classes.flatMap(\.logins)))
  }
}

/// Collects findings of one kind.
///
/// It stores the users that each cause affects, and the shortest routes that show it.
struct Collected<Cause: Hashable> {
  struct Entry {
    var cause: Cause
    var classes: [WalkKind]
    /// For each exploration index, the shortest route that shows the cause, and the starts from
    /// which it does.
    ///
    /// The set of starts is empty if every start of the exploration shows the cause.
    fileprivate var routes: [Int: (route: Route, starts: Set<WalkStart>)]
  }

  private let scene: AuditScene
  /// The entries, in the order in which their causes were first noted.
  private(set) var entries: [Entry] = []
  private var indices: [Cause: Int] = [:]

  init(_ scene: AuditScene) { self.scene = scene }

  /// Records that a route shows a cause.
  ///
  /// - Parameters:
  ///   - cause: The cause of a finding.
  ///   - route: The route.
  ///   - exploration: The index of the route's exploration.
  ///   - start: The start from which the route shows the cause; `nil` if all starts of the
  ///     exploration do.
  mutating func note(
    _ cause: Cause, _ route: Route, in exploration: Int, from start: WalkStart? = nil
  ) {
    let index = indices[cause] ?? entries.count
    if index == entries.count {
      indices[cause] = index
      entries.append(Entry(cause: cause, classes: [], routes: [:]))
    }
    if !entries[index].classes.contains(route.kind) { entries[index].classes.append(route.kind) }
    let known = entries[index].routes[exploration]
    var starts = known?.starts ?? []
    if let start { starts.insert(start) }
    let isShorter = known.map { route.way.count < $0.route.way.count } ?? true
    entries[index].routes[exploration] = (isShorter ? route : known?.route ?? route, starts)
  }

  /// Returns the collection without some causes.
  func without(_ isLeftOut: (Cause) -> Bool) -> Collected {
    var kept = self
    kept.entries.removeAll { isLeftOut($0.cause) }
    kept.indices = Dictionary(
      uniqueKeysWithValues: kept.entries.enumerated().map { ($0.element.cause, $0.offset) })
    return kept
  }

  /// Returns the route that shows a finding, and the assumptions about unknown facts that the
  /// finding relies on.
  func judged(_ entry: Entry) -> (witness: Route, reliesOn: [Assumption])? {
    let routes = entry.routes
    func isSo(_ leaf: UnknownWorlds.Leaf) -> Bool {
      routes[leaf.exploration].map { $0.starts.isEmpty || $0.starts.contains(leaf.start) } ?? false
    }
    let reliance = scene.worlds.reliance(
      cost: { routes[$0.exploration]?.route.way.count ?? .max }, anywhere: isSo)
    if let reliance, !reliance.assumptions.isEmpty, let leaf = reliance.leaf,
      var witness = routes[leaf.exploration]?.route
    {
      witness.start = leaf.start
      return (witness, reliance.assumptions)
    }
    return routes.min { ($0.value.route.way.count, $0.key) < ($1.value.route.way.count, $1.key) }
      .map { ($0.value.route, []) }
  }
}
