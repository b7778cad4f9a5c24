import OktaSimulator

/// The methods that the user of a route must have had before.
struct Holdings: Hashable {
  private enum Holding: Hashable {
    case method(Method)
    /// A trait of a method, given by its bit.
    case trait(Method, UInt8)
    case provider(Int)
  }

  private var all: Set<Holding> = []

  /// The number of methods, traits and providers.
  var count: Int { all.count }

  init(_ ending: WalkEnding) {
    if let provider = ending.provider { all.insert(.provider(provider)) }
    // An identity provider replaces the password.
    for use in ending.asked where ending.provider == nil || use.method != .password {
      all.insert(.method(use.method))
      for bit in 0..<UInt8.bitWidth where use.traits.rawValue >> bit & 1 == 1 {
        all.insert(.trait(use.method, UInt8(bit)))
      }
    }
    for method in ending.proved { all.insert(.method(method)) }
  }

  /// Whether other holdings include everything in these.
  func isPart(of other: Holdings) -> Bool { all.isSubset(of: other.all) }

  /// Returns the routes on which a user signs in and for which the user must have had the least
  /// before.
  ///
  /// A route is included if no other route's holdings are a proper subset. If several routes have
  /// the same holdings, only the routes with the least other needs are included.
  ///
  /// - Parameter routes: The routes, the shortest first.
  /// - Returns: The minimal routes, the shortest first.
  static func minimal(_ routes: [Route]) -> [Route] {
    let successes = routes.filter { $0.ending.outcome == .signedIn }
    var groups: [Holdings: [Int]] = [:]
    for (index, route) in successes.enumerated() {
      groups[Holdings(route.ending), default: []].append(index)
    }
    // Only a smaller set can be a proper subset.
    var kept: [Holdings] = []
    for holdings in groups.keys.sorted(by: { $0.all.count < $1.all.count })
    where !kept.contains(where: { $0.all.isStrictSubset(of: holdings.all) }) {
      kept.append(holdings)
    }
    let indices = kept.flatMap { holdings -> [Int] in
      let own = groups[holdings] ?? []
      return LeastNeeds.indices(of: own.map { successes[$0].needs }).map { own[$0] }
    }
    return indices.sorted().map { successes[$0] }
  }
}
