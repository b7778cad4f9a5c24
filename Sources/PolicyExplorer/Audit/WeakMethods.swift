import FlowEngine
import OktaSimulator

/// Finds the methods that are weaker than all other methods that a rule accepts.
///
/// It compares the routes on which users sign in.
struct WeakMethods {
  /// A route on which the rule lets a user sign in.
  struct Way {
    var route: Route
    /// The index of the route's exploration.
    var exploration: Int
    var methods: Set<Method>
    var strength: Int
  }

  /// All routes on which one rule lets users sign in.
  let ways: [Way]
  let worlds: UnknownWorlds
  let explorations: [Exploration]

  /// The methods that may be weaker than all others, with the shortest route and the assumptions
  /// about unknown facts that this result relies on.
  var found: [(method: Method, route: Route?, reliesOn: [Assumption])] {
    let all = ways.reduce(into: Set<Method>()) { $0.formUnion($1.methods) }
    return all.sorted(by: { $0.rawValue < $1.rawValue }).compactMap { method in
      guard let (weak, reliesOn) = judged(method) else { return nil }
      let with = weak.filter { $0.methods.contains(method) }
      let route = with.min { $0.route.way.count < $1.route.way.count }?.route
      return (method, route, reliesOn)
    }
  }

  /// Returns the routes in which a method is the weakest, and the assumptions that this result
  /// relies on.
  ///
  /// Returns `nil` if the method is never the weakest.
  private func judged(_ method: Method) -> (ways: [Way], reliesOn: [Assumption])? {
    guard !worlds.isEmpty else { return isWeak(method, among: ways) ? (ways, []) : nil }
    var best: (ways: [Way], reliesOn: [Assumption])?
    // For each limit between the strengths, looks for assumptions under which no route contradicts
    // this limit.
    for limit in Set(ways.map(\.strength)).sorted() {
      let contrary = Set(
        ways.filter { $0.methods.contains(method) == ($0.strength >= limit) }.map(\.exploration))
      let rest = ways.filter { !contrary.contains($0.exploration) }
      guard isWeak(method, among: rest),
        let everywhere = worlds.reliance(
          of: { explorations[$0.exploration].start.entry == .identifier },
          everywhere: { !contrary.contains($0.exploration) })
      else { continue }
      let reliesOn = everywhere.assumptions + existence(method, rest)
      if best.map({ $0.reliesOn.count > reliesOn.count }) ?? true { best = (rest, reliesOn) }
    }
    return best
  }

  private func isWeak(_ method: Method, among ways: [Way]) -> Bool {
    let with = ways.filter { $0.methods.contains(method) }
    let without = ways.filter { !$0.methods.contains(method) }
    let others = without.reduce(into: Set<Method>()) { $0.formUnion($1.methods) }
    guard others.count >= 2, let strongest = with.map(\.strength).max(),
      let weakest = without.map(\.strength).min()
    else { return false }
    return strongest < weakest
  }

  /// Returns the assumptions under which there are a route with the method and enough routes
  /// without it.
  private func existence(_ method: Method, _ ways: [Way]) -> [Assumption] {
    let without = ways.filter { !$0.methods.contains(method) }
    let others = without.reduce(into: Set<Method>()) { $0.formUnion($1.methods) }
    func answers(_ ways: [Way]) -> [Assumption] {
      let own = Set(ways.map(\.exploration))
      return worlds.reliance { own.contains($0.exploration) }?.assumptions ?? []
    }
    let least = others.sorted { $0.rawValue < $1.rawValue }
      .map { other in answers(without.filter { $0.methods.contains(other) }) }
      .sorted { $0.count < $1.count }.prefix(2)
    var all: [Assumption] = []
    for assumption in answers(ways.filter { $0.methods.contains(method) }) + least.joined()
    where !all.contains(assumption) { all.append(assumption) }
    return all
  }
}
