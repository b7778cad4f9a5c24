import FlowEngine
import OktaSimulator

/// Finds the methods that are weaker than all others that a rule accepts, among the routes to success.
struct WeakMethods {
  /// A route by which a rule lets a user in.
  struct Way {
    var route: Route
    /// The index of its exploration.
    var exploration: Int
    var methods: Set<Method>
    var strength: Int
  }

  /// The routes of one rule.
  let ways: [Way]
  let worlds: UnknownWorlds
  let explorations: [Exploration]

  /// The methods that may be weaker than all others, each with its shortest route and the answers to
  /// unknown facts that this relies on.
  var found: [(method: Method, route: Route?, reliesOn: [Assumption])] {
    let all = ways.reduce(into: Set<Method>()) { $0.formUnion($1.methods) }
    return all.sorted(by: { $0.rawValue < $1.rawValue }).compactMap { method in
      guard let (weak, reliesOn) = judged(method) else { return nil }
      let with = weak.filter { $0.methods.contains(method) }
      let route = with.min { $0.route.way.count < $1.route.way.count }?.route
      return (method, route, reliesOn)
    }
  }

  /// The routes in which a method is the weakest, and what that relies on; `nil` if it isn't the
  /// weakest with any answers.
  private func judged(_ method: Method) -> (ways: [Way], reliesOn: [Assumption])? {
    guard !worlds.isEmpty else { return isWeak(method, among: ways) ? (ways, []) : nil }
    var best: (ways: [Way], reliesOn: [Assumption])?
    // Every world may have answers with which no route contradicts a limit between the strengths.
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

  /// The answers without which there is no route with the method, or there are too few routes
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
