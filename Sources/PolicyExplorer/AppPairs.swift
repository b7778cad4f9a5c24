package import FlowHost
import OktaSimulator

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

  /// Pairs the apps.
  ///
  /// If one version has a single app, that app is compared with each app of the other one.
  package init(_ old: OrgSource.Found, _ new: OrgSource.Found) {
    let (before, after) = (old.org.appClasses(), new.org.appClasses())
    func pair(_ names: [String], _ first: AppClass, _ second: AppClass) -> Pair {
      var pair = Pair(names: names, old: old, new: new)
      pair.old.org = first.org
      pair.new.org = second.org
      return pair
    }
    guard !old.org.apps.isEmpty, !new.org.apps.isEmpty else {
      for first in before {
        for second in after {
          pairs.append(pair(old.org.apps.isEmpty ? second.names : first.names, first, second))
        }
      }
      if old.org.apps.isEmpty, new.org.apps.isEmpty { pairs[0].names = [] }
      return
    }
    var places: [[Int]: Int] = [:]
    for app in new.org.apps {
      guard let first = before.firstIndex(where: { $0.names.contains(app.name) }),
        let second = after.firstIndex(where: { $0.names.contains(app.name) })
      else {
        added.append(app.name)
        continue
      }
      if let place = places[[first, second]] {
        pairs[place].names.append(app.name)
      } else {
        places[[first, second]] = pairs.count
        pairs.append(pair([app.name], before[first], after[second]))
      }
    }
    removed = old.org.apps.map(\.name).filter { name in
      !new.org.apps.contains { $0.name == name }
    }
  }
}
