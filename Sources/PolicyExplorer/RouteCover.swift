import OktaSimulator
package import SimulatorKit

/// Chooses routes by what the org does on them, as coverage counts it.
package struct RouteCover {
  private let explorer: Explorer
  private let explorations: [Exploration]
  /// What flows can cover of the org, but for faults, which no walk meets.
  private let items: [OrgItem]
  /// What of that somebody can have the org do.
  package let reachable: Set<OrgPoint>

  /// Prepares to choose.
  ///
  /// - Parameters:
  ///   - explorer: who walked.
  ///   - explorations: its walks, in which it was noted what the org does.
  package init(_ explorer: Explorer, _ explorations: [Exploration]) {
    self.explorer = explorer
    self.explorations = explorations
    items = explorer.org.items.filter { $0.unreachable == nil && !$0.isFault }
    let all = explorations.reduce(into: Set<OrgPoint>()) { all, exploration in
      for found in exploration.points { all.insert(found.point) }
    }
    reachable = all.intersection(items.map(\.point))
  }

  /// What nobody can have the org do.
  package var unreachable: [OrgItem] { items.filter { !reachable.contains($0.point) } }

  /// What of the reachable some routes leave out.
  package func missing(from covered: Set<OrgPoint>) -> [OrgItem] {
    items.filter { reachable.contains($0.point) && !covered.contains($0.point) }
  }

  /// What the org does on a route.
  package func points(of route: Route) -> Set<OrgPoint> {
    Walk(explorer.org, route.start, now: explorer.now).points(of: route.way)
  }

  /// Few routes on which the org does all of the reachable that isn't covered yet.
  ///
  /// - Parameters:
  ///   - covered: what is covered; gets what the routes cover.
  ///   - routes: such as may be chosen besides the shortest to each thing.
  ///   - isWanted: whether a route can be chosen.
  ///   - goesOn: Asked before each route whether to look for more; if not, those that are found
  ///     leave something out.
  /// - Returns: the routes, those that cover most first.
  package func routes(
    beyond covered: inout Set<OrgPoint>, among routes: [Route] = [],
    where isWanted: (Route) -> Bool, while goesOn: () -> Bool = { true }
  ) -> [Route] {
    var missing = reachable.subtracting(covered)
    guard !missing.isEmpty else { return [] }
    var rest: [(route: Route, points: Set<OrgPoint>)] = []
    for route in routes where goesOn() {
      let points = points(of: route).intersection(missing)
      if !points.isEmpty, isWanted(route) { rest.append((route, points)) }
    }
    for item in items where missing.contains(item.point) {
      if let route = shortest(to: item.point, where: isWanted, while: goesOn) {
        rest.append((route, points(of: route)))
      }
    }
    var chosen: [Route] = []
    while !missing.isEmpty {
      for index in rest.indices { rest[index].points.formIntersection(missing) }
      rest.removeAll { $0.points.isEmpty }
      let best = rest.min {
        ($1.points.count, $0.route.way.count) < ($0.points.count, $1.route.way.count)
      }
      guard let best else { break }
      chosen.append(best.route)
      covered.formUnion(best.points)
      missing.subtract(best.points)
    }
    return chosen
  }

  /// How many walks are tried for a route to something that can be chosen.
  private static let triesMax = 40

  private func shortest(
    to point: OrgPoint, where isWanted: (Route) -> Bool, while goesOn: () -> Bool
  ) -> Route? {
    guard goesOn() else { return nil }
    let ways = explorations.compactMap { exploration in
      exploration.points.first { $0.point == point }.map { (exploration, $0.way) }
    }
    for (exploration, way) in ways.sorted(by: { $0.1.count < $1.1.count })
      .prefix(RouteCover.triesMax)
    {
      let route = explorer.route(exploration.kind, exploration.start, by: way, while: goesOn)
      guard goesOn() else { return nil }
      if let route, isWanted(route) { return route }
    }
    return nil
  }
}
