package import OktaSimulator

/// What each user of an org can enroll in one of its apps and use in another one.
package struct OrgVisits {
  /// For each app, the visits before it and who can make them.
  private var found: [String: [AppVisits.Found]] = [:]
  /// For each app, the numbers of each user's visits.
  private var numbers: [String: [Int: [Int]]] = [:]
  private let now: Duration
  /// Whether everything was explored.
  package private(set) var isComplete = true

  /// Explores all apps of an org.
  ///
  /// - Parameters:
  ///   - org: The org.
  ///   - now: The time since the start of 1970, UTC.
  ///   - statesMax: The maximum number of states in an exploration.
  ///   - watch: Ends the explorations at the limits.
  package init(_ org: Org, now: Duration, statesMax: Int, _ watch: inout WalkWatch) {
    self.now = now
    let classes = org.appClasses()
    guard classes.count > 1 else { return }
    var memo = WalkMemo()
    let alike = AlikeUsers(org)
    var surveys = classes.map { app in
      var explorer = Explorer(app.org, now: now)
      explorer.statesMax = statesMax
      explorer.alike = alike
      explorer.notesGains = true
      return OrgSurvey(explorer, &memo, &watch)
    }
    let all = AppVisits.explore(&surveys, &memo, &watch)
    isComplete = surveys.allSatisfy(\.isComplete)
    for (app, own) in zip(classes, all) where !own.isEmpty {
      var users: [Int: [Int]] = [:]
      for (number, visit) in own.enumerated() {
        for user in app.org.users(of: visit.kind) { users[user, default: []].append(number) }
      }
      for name in app.names {
        found[name] = own
        numbers[name] = users
      }
    }
  }

  /// Returns the visits that a user can make before signing in to an app.
  ///
  /// - Parameters:
  ///   - user: The index of the user in the org's `people`.
  ///   - app: The name of the app; `nil` for an org with a single app.
  /// - Returns: The visits.
  func visits(of user: Int, before app: String?) -> [PriorVisit] {
    guard let app, let found = found[app] else { return [] }
    return (numbers[app]?[user] ?? []).compactMap { found[$0].visit.made(by: user, now: now) }
  }

  /// Returns what the visits of a user lead to, regardless of the visited apps.
  func outcomes(of user: Int, before app: String?) -> Set<PriorVisit.Content> {
    guard let app, let found = found[app] else { return [] }
    return Set((numbers[app]?[user] ?? []).map { found[$0].visit.content })
  }
}
