import FlowEngine
package import FlowHost
package import FlowTerminal
import OktaSimulator

/// The comparison of all apps of two versions of an org.
package struct OrgComparison {
  /// The apps of both versions.
  package let pairs: AppPairs
  /// The reasons why there may be more changes in the whole org, one sentence each.
  package private(set) var gaps: [String]
  /// Whether everything was compared.
  package private(set) var isComplete: Bool
  /// Whether something is weaker and not allowed, or there is a new app or a new way between apps.
  package private(set) var isWeaker: Bool
  /// Whether details may differ.
  private let allowsDetails: Bool

  /// What the command line allows if details may differ.
  private static let details = "detail"

  /// The new ways from one app into another one, one sentence each.
  package var crossings: [String] {
    pairs.crossings.map { way in
      "weaker: app `\(way.target)`: anyone who signs up at app `\(way.source)` gets in now"
    }
  }

  /// The changes that aren't in the report of an app, one sentence each.
  package var lines: [String] {
    crossings + pairs.added.map { "new app `\($0)`: `flow audit` finds its weaknesses" }
      + pairs.removed.map { "app removed: `\($0)`" }
      + (allowsDetails ? pairs.details.map { "accepted: \($0)" } : [])
  }

  /// Compares two versions of an org.
  ///
  /// - Parameters:
  ///   - old: The org before the change.
  ///   - new: The org after the change.
  ///   - allowed: The claims and the settings that allow changes.
  ///   - keepsAll: Whether to keep every case, for a matrix.
  ///   - walks: The limits of the explorations.
  ///   - host: The clock, which stands still if the memo has explorations.
  ///   - memo: The explorations that were made.
  ///   - watch: Ends the explorations at the limits.
  ///   - show: Called with the report of each app, and why there may be more changes in it.
  /// - Returns: The comparison; `nil` if the user interrupted it.
  /// - Throws: `UsageFault` if the new org doesn't have one of the claims.
  package static func compare(
    _ old: OrgSource.Found, _ new: OrgSource.Found, allowed: [String], keepsAll: Bool = false,
    _ walks: WalkOptions, _ host: Host, _ memo: inout WalkMemo, _ watch: inout WalkWatch,
    show: (DiffReport, String?) -> Void
  ) throws(UsageFault) -> OrgComparison? {
    let (old, new) = sharingUsers(old, new)
    let now = host.clock.now
    let pairs = AppPairs(old, new, merges: allowed.isEmpty)
    let apps = AppsInPair(
      old.whole ?? old.org, new.whole ?? new.org, now: now, statesMax: walks.states, &memo, &watch)
    let people = OrgPeople(new.located)
    var compared = OrgComparison(
      pairs: pairs, apps, allowsDetails: allowed.contains(OrgComparison.details))
    for pair in pairs.pairs {
      let claims = try ClaimNames(
        allowed.filter { SettingLimit.Name(rawValue: $0) == nil && $0 != details }, in: pair.new,
        now: now)
      let diff = OrgDiff(
        pair.old.org, pair.new.org, now: now, asked: claims.questions,
        statesMax: walks.states, keepsAll: keepsAll, apps: apps, &memo,
        while: { watch.goesOn() })
      watch.end()
      guard !Task.isCancelled else { return nil }
      let gap = diff.gap(watch)
      let report = DiffReport(
        diff, old: pair.old, new: pair.new, now: now, allowed: claims,
        allowedSettings: Set(allowed.compactMap(SettingLimit.Name.init)), gap: gap,
        apps: pair.names, people: people, isPartial: !compared.gaps.isEmpty)
      show(report, gap)
      compared.isWeaker = compared.isWeaker || report.isWeaker
      compared.isComplete = compared.isComplete && diff.isComplete
    }
    return compared
  }

  /// Returns both versions with the users of both.
  private static func sharingUsers(
    _ old: OrgSource.Found, _ new: OrgSource.Found
  ) -> (old: OrgSource.Found, new: OrgSource.Found) {
    var (old, new) = (old, new)
    if let first = old.whole, let second = new.whole {
      let wholes = OktaSimulator.Org.sharingUsers(first, second)
      (old.whole, new.whole) = (wholes.old, wholes.new)
    }
    (old.org, new.org) = OktaSimulator.Org.sharingUsers(old.org, new.org)
    return (old, new)
  }

  private init(pairs: AppPairs, _ apps: AppsInPair?, allowsDetails: Bool) {
    self.pairs = pairs
    self.allowsDetails = allowsDetails
    gaps =
      (apps?.isComplete == false ? [AppsInPair.gap] : []) + pairs.gaps
      + (allowsDetails ? [] : pairs.details)
    isComplete = gaps.isEmpty
    isWeaker = !pairs.added.isEmpty || !pairs.crossings.isEmpty
  }
}
