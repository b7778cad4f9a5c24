import OktaSimulator

/// An org, and everything that its users can do, in which an audit looks for findings.
struct AuditScene {
  let org: OktaSimulator.Org
  let explorations: [Exploration]
  /// The people, by index, who were not completely explored.
  ///
  /// The audit doesn't report what they can't do.
  let unfinished: Set<Int?>
  let words: RouteWords
  let places: WalkPlaces
  let facts: RuleFacts
  let worlds: UnknownWorlds
  /// Whether everything was explored.
  let isComplete: Bool
  /// The groups that rules name.
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

  /// Several classes of users as one, for messages.
  static func together(_ classes: [WalkKind]) -> WalkKind {
    WalkKind(index: classes.first?.index, logins: classes.flatMap(\.logins))
  }
}

/// Findings of one kind while they are collected: the users that each affects, and its shortest
/// route.
struct Collected<Cause: Hashable> {
  struct Entry {
    var cause: Cause
    var classes: [WalkKind]
    /// The shortest route in each exploration, by its index, and the starts that show it.
    ///
    /// There are no starts if the start makes no difference.
    fileprivate var routes: [Int: (route: Route, starts: Set<WalkStart>)]
  }

  private let scene: AuditScene
  /// In the order of their first occurrence.
  private(set) var entries: [Entry] = []
  private var indices: [Cause: Int] = [:]

  init(_ scene: AuditScene) { self.scene = scene }

  /// Notes that a route shows something.
  ///
  /// - Parameters:
  ///   - cause: The cause that it shows.
  ///   - route: The route.
  ///   - exploration: The index of its exploration.
  ///   - start: The start of the route, if it shows the cause only from there.
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

  /// The same without some causes.
  func without(_ isLeftOut: (Cause) -> Bool) -> Collected {
    var kept = self
    kept.entries.removeAll { isLeftOut($0.cause) }
    kept.indices = Dictionary(
      uniqueKeysWithValues: kept.entries.enumerated().map { ($0.element.cause, $0.offset) })
    return kept
  }

  /// The route that shows a finding, and the answers to unknown facts that the finding relies on.
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
