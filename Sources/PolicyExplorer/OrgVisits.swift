package import OktaSimulator

/// What each user of an org can enroll in one of its apps and use in another one.
package struct OrgVisits {
  /// The visits before the apps with the same policies.
  private struct OfApp {
    var visits: [PriorVisit]
    /// The different lists of visits that users can make; the first one is empty.
    var lists: [[Int]]
    /// For each user, the number of the list.
    var numbers: [Int32]
  }

  private var apps: [String: OfApp] = [:]
  /// Whether everything was explored.
  package private(set) var isComplete = true

  /// Explores all apps of an org.
  ///
  /// - Parameters:
  ///   - org: The org.
  ///   - now: The time since the start of 1970, UTC.
  ///   - statesMax: The maximum number of states in an exploration.
  ///   - memo: The explorations that were made.
  ///   - watch: Ends the explorations at the limits.
  package init(
    _ org: Org, now: Duration, statesMax: Int, _ memo: inout WalkMemo, _ watch: inout WalkWatch
  ) {
    let classes = org.appClasses()
    guard classes.count > 1 else { return }
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
      let found = OrgVisits.ofApp(own, app.org)
      for name in app.names { apps[name] = found }
    }
  }

  private static func ofApp(_ found: [AppVisits.Found], _ org: Org) -> OfApp {
    var own = [[Int]](repeating: [], count: org.userLogins.count)
    for (number, visit) in found.enumerated() {
      for user in org.users(of: visit.kind) { own[user].append(number) }
    }
    var lists: [[Int]] = [[]]
    var places: [[Int]: Int32] = [[]: 0]
    let numbers = own.map { list in
      if let place = places[list] { return place }
      let place = Int32(lists.count)
      places[list] = place
      lists.append(list)
      return place
    }
    return OfApp(visits: found.map(\.visit), lists: lists, numbers: numbers)
  }

  /// Returns the visits that a user can make before signing in to an app.
  ///
  /// - Parameters:
  ///   - user: The index of the user in the org's `people`.
  ///   - app: The name of the app; `nil` for an org with a single app.
  /// - Returns: The visits.
  func visits(of user: Int, before app: String?) -> [PriorVisit] {
    guard let own = app.flatMap({ apps[$0] }) else { return [] }
    return own.lists[Int(own.numbers[user])].map {
      own.visits[$0].made(by: user)
    }
  }

  /// Returns a number that is equal for users with the same visits before an app.
  func number(of user: Int, before app: String?) -> Int {
    app.flatMap { apps[$0] }.map { Int($0.numbers[user]) } ?? 0
  }

  /// Returns what the visits of a user lead to, regardless of the visited apps.
  func outcomes(of user: Int, before app: String?) -> Set<PriorVisit.Content> {
    guard let own = app.flatMap({ apps[$0] }) else { return [] }
    return Set(own.lists[Int(own.numbers[user])].map { own.visits[$0].content })
  }
}
