package import FlowHost
package import OktaSimulator

/// The apps of two versions of an org, each with the app of the same name.
package struct AppPairs {
  /// Apps that have the same policies in both versions.
  package struct Pair {
    /// The names of the apps; empty if neither version has several apps.
    package var names: [String]
    package var old: OrgSource.Found
    package var new: OrgSource.Found
  }

  /// The pairs in the order of the new settings.
  package private(set) var pairs: [Pair] = []
  /// The apps that only the new version has.
  package private(set) var added: [String] = []
  /// The apps that only the old version has.
  package private(set) var removed: [String] = []

  /// The ways from one app into another one that only the new version has.
  package let crossings: [AppCrossing]
  /// The parts of the real org that only one version lacks, in words.
  package let gaps: [String]
  /// The details that only one version has, in words.
  package let details: [String]

  /// Pairs the apps.
  ///
  /// If one version has a single app without a name, that app is compared with each app of the
  /// other one.
  ///
  /// - Parameters:
  ///   - old: The org before the change.
  ///   - new: The org after the change.
  ///   - merges: Whether apps with the same policies in both versions are compared once.
  package init(_ old: OrgSource.Found, _ new: OrgSource.Found, merges: Bool) {
    let (before, after) = (AppPairs.named(old.org), AppPairs.named(new.org))
    let wholes = (old: old.whole ?? old.org, new: new.whole ?? new.org)
    let known = wholes.old.appCrossings
    func only(_ version: String, _ gaps: [String], _ others: [String]) -> [String] {
      gaps.filter { !others.contains($0) }.map {
        "only the \(version) org has the gap `\($0)`, which can't be compared"
      }
    }
    func detail(_ version: String, _ details: [String], _ others: [String]) -> [String] {
      let known = Set(others)
      return details.filter { !known.contains($0) }.map {
        "only the \(version) org has the detail `\($0)`, which may make it weaker or stricter"
      }
    }
    gaps =
      only("old", wholes.old.gaps, wholes.new.gaps) + only("new", wholes.new.gaps, wholes.old.gaps)
    details =
      detail("old", wholes.old.details, wholes.new.details)
      + detail("new", wholes.new.details, wholes.old.details)
    crossings = wholes.new.appCrossings.filter { way in
      // If the command line names an app, only that one is compared.
      (new.whole == nil || way.target == new.org.appName)
        && !known.contains { $0.isSame(as: way) }
    }
    func pair(_ names: [String], _ first: Org, _ second: Org) -> Pair {
      var pair = Pair(names: names, old: old, new: new)
      pair.old.org = first
      pair.new.org = second
      return pair
    }
    // The only app of an org may have another name.
    if old.org.apps.isEmpty, new.org.apps.isEmpty {
      pairs = [pair([], old.org, new.org)]
      return
    }
    guard let before, let after else {
      for first in before ?? [("", old.org)] {
        for second in after ?? [("", new.org)] {
          let name = before == nil ? second.0 : first.0
          pairs.append(pair(name.isEmpty ? [] : [name], first.1, second.1))
        }
      }
      return
    }
    var places: [[Int]: Int] = [:]
    let (first, second) = (old.org.appClasses(), new.org.appClasses())
    for (name, own) in after {
      guard let other = before.first(where: { $0.0 == name })?.1 else {
        added.append(name)
        continue
      }
      // The clients of the apps differ, and so may their changes.
      let key = [
        first.firstIndex { $0.names.contains(name) } ?? -1,
        second.firstIndex { $0.names.contains(name) } ?? -1,
        own.hasSameClient(as: other) ? -1 : pairs.count,
      ]
      if merges, let place = places[key] {
        pairs[place].names.append(name)
      } else {
        places[key] = pairs.count
        pairs.append(pair([name], other, own))
      }
    }
    removed = before.map(\.0).filter { name in !after.contains { $0.0 == name } }
  }

  /// The apps of an org by their names; `nil` for a single app without a name.
  private static func named(_ org: Org) -> [(String, Org)]? {
    guard org.apps.isEmpty else { return org.apps.map { ($0.name, $0.org) } }
    return org.singleAppName.map { [($0, org)] }
  }
}
