import OktaSimulator

extension [Exploration] {
  /// Returns the routes to an outcome that require the least of what the user had before.
  ///
  /// Authenticators that are enrolled on the way don't count.
  ///
  /// - Parameters:
  ///   - org: The org.
  ///   - outcome: The outcome.
  ///   - locks: Whether to include routes that unlock an account after wrong answers locked it.
  /// - Returns: The routes.
  func enough(
    _ org: Org, to outcome: WalkEnding.Outcome, locks: Bool
  ) -> [HeldRoute] {
    var kept: [HeldRoute] = []
    for route in lazy.flatMap(\.routes) where route.ending.outcome == outcome {
      if !locks, outcome == .unlocked, route.way.contains(.fail) { continue }
      let held = HeldRoute(route, of: org)
      guard !kept.contains(where: { $0.isEnough(with: held) }) else { continue }
      kept.removeAll { held.isEnough(with: $0) }
      kept.append(held)
    }
    return kept
  }
}

/// A route, with the authenticators that the user must have had before.
struct HeldRoute {
  let route: Route
  private let has: Set<Route.Had>
  /// The name of the identity provider that the user signs in to on the way; `nil` if there is none.
  ///
  /// Two orgs may have different indices for the same provider. A provider that vouched for the
  /// user's session isn't needed again, like the authenticators of the session.
  private let provider: String?

  init(_ route: Route, of org: Org) {
    self.route = route
    has = route.has
    provider = route.provider.map { org.name(ofProvider: $0) }
  }

  /// Whether everyone who can take another route could also take this route.
  func isEnough(with other: HeldRoute) -> Bool {
    guard provider == nil || provider == other.provider else { return false }
    return has.allSatisfy { own in
      // The session has already verified the method, so the user doesn't need the authenticator.
      if own.isOfSession { return true }
      // A sign-in at an identity provider replaces the password.
      if provider != nil, own.method == .password { return true }
      return other.has.contains {
        $0.method == own.method && !$0.isOfSession && $0.traits.isSuperset(of: own.traits)
          && (other.provider == nil || $0.method != .password)
      }
    }
  }
}

extension Route {
  /// A method that the user must have had before.
  struct Had: Sendable, Hashable {
    var method: Method
    var traits: Traits
    var isOfSession: Bool
  }

  /// The index of the identity provider that the user signs in to on the way; `nil` if there is none.
  var provider: Int? {
    let isVisited = way.contains { if case .signInElsewhere = $0 { true } else { false } }
    return isVisited ? ending.provider : nil
  }

  /// Whether the user sets a new password in a session before verifying anything.
  private var replacesPasswordOfSession: Bool {
    start.entry == .session && way.first == .setPassword
  }

  /// The methods that the user must have had before.
  var has: Set<Had> {
    var has = Set(
      ending.uses.filter(\.isHeld).map {
        Had(
          method: $0.method, traits: $0.traits,
          isOfSession: $0.isOfSession || $0.method == .password && replacesPasswordOfSession)
      })
    if ending.isRecovered || ending.outcome == .unlocked {
      for method in ending.proved where !has.contains(where: { $0.method == method }) {
        has.insert(Had(method: method, traits: [], isOfSession: false))
      }
    }
    return has
  }
}
