import OktaSimulator
package import SimulatorKit

/// Chooses routes by the events in the org that they cover.
package struct RouteCover {
  private let explorer: Explorer
  private let explorations: [Exploration]
  /// The items that flows can cover, without faults.
  ///
  /// Explorations don't meet faults.
  private let items: [OrgItem]
  /// The events that users can cause.
  package let reachable: Set<OrgPoint>

  /// Prepares to choose routes.
  ///
  /// - Parameters:
  ///   - explorer: The explorer.
  ///   - explorations: The explorations, which must have recorded events.
  package init(_ explorer: Explorer, _ explorations: [Exploration]) {
    self.explorer = explorer
    self.explorations = explorations
    items = explorer.org.items.filter { $0.unreachable == nil && !$0.isFault }
    let all = explorations.reduce(into: Set<OrgPoint>()) { all, exploration in
      for found in exploration.points { all.insert(found.point) }
    }
    reachable = all.intersection(items.map(\.point))
  }

  /// The items that no user can reach.
  package var unreachable: [OrgItem] { items.filter { !reachable.contains($0.point) } }

  /// Returns the reachable items that aren't covered.
  package func missing(from covered: Set<OrgPoint>) -> [OrgItem] {
    items.filter { reachable.contains($0.point) && !covered.contains($0.point) }
  }

  /// Returns the events in the org on a route.
  package func points(of route: Route) -> Set<OrgPoint> {
    Walk(explorer.org, route.start, now: explorer.now).points(of: route.way)
  }

  /// Finds a small number of routes that cover every reachable event that isn't covered yet.
  ///
  /// - Parameters:
  ///   - covered: The covered events. The function adds the events of the chosen routes.
  ///   - routes: The routes to choose from, in addition to the shortest route to each event.
  ///   - isWanted: Returns whether a route may be chosen.
  ///   - goesOn: Called before each route. Returns whether to continue. If the search stops, some
  ///     events may stay uncovered.
  /// - Returns: The routes. Routes that cover more events come first.
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

  /// The maximum number of explorations in which to look for a route that may be chosen.
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
