package import OktaSimulator

/// What the apps of two versions of an org have in common.
package struct AppsInPair: Sendable {
  /// The users of both versions.
  package let users: PairedUsers
  /// What users enroll in other apps.
  let old: OrgVisits
  let new: OrgVisits

  /// Whether everything was explored.
  package var isComplete: Bool { old.isComplete && new.isComplete }

  /// The reason why a comparison isn't complete if not everything was explored.
  package static let gap = "what users enroll in one app and use in another wasn't all explored"

  /// Explores what users enroll in the apps of both versions.
  ///
  /// Returns `nil` if neither version has several apps.
  ///
  /// - Parameters:
  ///   - old: The whole org before the change.
  ///   - new: The whole org after the change.
  ///   - now: The time since the start of 1970, UTC.
  ///   - statesMax: The maximum number of states in an exploration.
  ///   - memo: The explorations that were made.
  ///   - watch: Ends the explorations at the limits.
  package init?(
    _ old: Org, _ new: Org, now: Duration, statesMax: Int, _ memo: inout WalkMemo,
    _ watch: inout WalkWatch
  ) {
    guard !old.apps.isEmpty || !new.apps.isEmpty else { return nil }
    users = PairedUsers(old, new)
    self.old = OrgVisits(old, now: now, statesMax: statesMax, &memo, &watch)
    self.new = OrgVisits(new, now: now, statesMax: statesMax, &memo, &watch)
  }
}

/// The visits before an app in two versions of an org.
struct VisitPair: Sendable {
  private let apps: AppsInPair?
  private let oldApp: String?
  private let newApp: String?

  /// Creates the visits before an app; `nil` stands for an org with a single app.
  init(_ apps: AppsInPair?, _ old: Org, _ new: Org) {
    self.apps = apps
    oldApp = old.appName
    newApp = new.appName
  }

  /// Returns a number that is equal for users with the same visits.
  func mark(_ both: WalkPair.Both<Int>) -> UInt64 {
    guard let apps else { return 0 }
    return UInt64(apps.old.number(of: both.old, before: oldApp)) << 32
      | UInt64(apps.new.number(of: both.new, before: newApp))
  }

  /// Whether the users of a case have the same visits in both versions.
  func areUnchanged(_ pairCase: WalkPair.Case) -> Bool {
    guard let apps else { return true }
    guard let old = pairCase.old?.index, let new = pairCase.new?.index else { return false }
    return apps.old.outcomes(of: old, before: oldApp) == apps.new.outcomes(of: new, before: newApp)
  }

  /// Returns a start in the old version after each of the user's visits.
  func starts(old start: WalkStart?) -> [WalkStart] { starts(start, apps?.old, oldApp) }

  /// Returns a start in the new version after each of the user's visits.
  func starts(new start: WalkStart?) -> [WalkStart] { starts(start, apps?.new, newApp) }

  private func starts(
    _ start: WalkStart?, _ visits: OrgVisits?, _ app: String?
  ) -> [WalkStart] {
    guard let start, let index = start.index, let visits else { return [] }
    return visits.visits(of: index, before: app).map { visit in
      var start = start
      start.visit = visit
      return start
    }
  }
}
