import OktaSimulator

/// What findings are looked for in: an org, and everything that its users can do.
struct AuditScene {
  let org: OktaSimulator.Org
  let explorations: [Exploration]
  /// The people, by index, of whom something is left that was not walked: of them it isn't said what
  /// they can't do.
  let unfinished: Set<Int?>
  let words: RouteWords
  let places: WalkPlaces
  let facts: RuleFacts

  init(_ org: OktaSimulator.Org, _ explorations: [Exploration], unfinished: Set<Int?>) {
    self.org = org
    self.explorations = explorations
    self.unfinished = unfinished
    words = RouteWords(org)
    places = org.walkPlaces
    facts = RuleFacts(org)
  }

  /// Several classes of users as one, for words.
  static func together(_ classes: [WalkKind]) -> WalkKind {
    WalkKind(index: classes.first?.index, logins: classes.flatMap(\.logins))
  }

  /// The nearest route to success that a rule decides.
  func success(_ exploration: Exploration, by rule: Int?) -> Route? {
    exploration.routes.first { $0.ending.outcome == .signedIn && $0.ending.rule == rule }
  }
}

/// Findings of one kind while they are collected: whom each affects, and its shortest route.
struct Collected<Cause: Hashable> {
  struct Entry {
    var cause: Cause
    var classes: [WalkKind]
    var witness: Route
  }

  /// In the order in which they were found first.
  private(set) var entries: [Entry] = []
  private var indices: [Cause: Int] = [:]

  /// Notes that a route shows something.
  mutating func note(_ cause: Cause, _ route: Route) {
    guard let index = indices[cause] else {
      indices[cause] = entries.count
      entries.append(Entry(cause: cause, classes: [route.kind], witness: route))
      return
    }
    if !entries[index].classes.contains(route.kind) { entries[index].classes.append(route.kind) }
    if route.way.count < entries[index].witness.way.count { entries[index].witness = route }
  }
}
