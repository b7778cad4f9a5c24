extension Coverage {
  /// Whether less is covered than is asked for.
  ///
  /// - Parameter minimum: a percentage, from 0 to 100.
  /// - Returns: whether it is less.
  package func isBelow(_ minimum: Double) -> Bool { percent < minimum }

  /// How many missing items a summary names.
  package static let namedMax = 20
  /// How many of them it names of each of the first orgs and scripts all the same.
  private static let namedMin = 3

  /// What is covered, and what is missing by name: lines for people, each with its end.
  ///
  /// ```
  /// coverage 83.3 %: 10 of 12
  ///   org acme (orgs.flow): 4 of 6
  ///     condition
  ///       sign-on "staff": `zone "office"` is false (orgs.flow:7)
  ///     … and 1 more
  ///   complete: 1 of 2 orgs and scripts
  /// ```
  ///
  /// - Parameter limit: how many of the missing it names, of all orgs and scripts together, but for
  ///   a few of each.
  /// - Returns: the lines.
  package func summary(naming limit: Int = Coverage.namedMax) -> String {
    let counted = counted
    guard !counted.isEmpty else { return "coverage: there is nothing to cover\n" }
    var text = "coverage \(Coverage.shown(percent)) %: \(Coverage.share(counted))\n"
    var left = limit
    let subjects = Coverage.grouped(counted, by: \.subject)
    let lacking = subjects.filter { items in items.contains { $0.hits == 0 } }
    for (index, items) in lacking.enumerated() {
      text += "  \(items[0].subject): \(Coverage.share(items))\n"
      let missing = items.filter { $0.hits == 0 }
      let named = missing.prefix(max(left, index < limit ? min(Coverage.namedMin, limit) : 0))
      for kinds in Coverage.grouped(Array(named), by: \.kind) {
        text += "    \(kinds[0].kind)\n"
        for item in kinds { text += "      \(item.title)\(item.place)\n" }
      }
      if missing.count > named.count { text += "    … and \(missing.count - named.count) more\n" }
      left = max(left - named.count, 0)
    }
    let whole = subjects.count - lacking.count
    if whole > 0 { text += "  complete: \(whole) of \(subjects.count) orgs and scripts\n" }
    let unreachable = items.filter { $0.unreachable != nil }
    guard !unreachable.isEmpty else { return text }
    let verb = unreachable.count == 1 ? "doesn't" : "don't"
    text += "  \(unreachable.count) can't be covered and \(verb) count\n"
    for item in unreachable.prefix(left) {
      text += "    \(item.title)\(item.place): \(item.unreachable ?? "")\n"
    }
    return text
  }

  private static func share(_ items: [Item]) -> String {
    "\(items.count { $0.hits > 0 }) of \(items.count)"
  }

  /// A percentage with one decimal, never more than it is: only all of it is 100.
  package static func shown(_ percent: Double) -> String {
    let tenths = (percent * 10).rounded(.down) / 10
    return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
  }

  /// The items of each value, in the order of the first of each.
  private static func grouped(_ items: [Item], by path: KeyPath<Item, String>) -> [[Item]] {
    var places: [String: Int] = [:]
    var groups: [[Item]] = []
    for item in items {
      let value = item[keyPath: path]
      if let place = places[value] {
        groups[place].append(item)
      } else {
        places[value] = groups.count
        groups.append([item])
      }
    }
    return groups
  }
}

extension Coverage.Item {
  /// Where it stands, in brackets behind what it is; empty where it stands nowhere.
  fileprivate var place: String {
    guard let file, let line else { return "" }
    return " (\(file):\(line))"
  }
}
