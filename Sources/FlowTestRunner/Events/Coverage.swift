/// What the flows of a run have covered, of orgs and of scripts.
package struct Coverage: Sendable, Hashable {
  /// Every item, in the order of orgs and scripts and of the places in them.
  package var items: [Item]

  /// Something that flows can cover.
  package struct Item: Sendable, Hashable {
    /// Of no other item, and the same in every run: `org acme/sign-on "staff"/when zone/false`.
    package var id: String
    /// The org or the script that it is of: `org acme`, `Examples/reset.flow`.
    package var subject: String
    /// The sort of it, in a word or two: `sign-on rule`, `condition`, `method`, `transition`.
    package var kind: String
    /// What it is, for people.
    package var title: String
    /// The file in which it stands; `nil` for what is only in the built-in org.
    package var file: String?
    /// Its line there, from 1.
    package var line: Int?
    /// How many flows have covered it.
    package var hits: Int
    /// Why nothing can cover it; such an item counts neither way.
    package var unreachable: String?

    /// Makes an item that nothing has covered.
    package init(
      id: String, subject: String, kind: String, title: String, file: String? = nil,
      line: Int? = nil, hits: Int = 0, unreachable: String? = nil
    ) {
      self.id = id
      self.subject = subject
      self.kind = kind
      self.title = title
      self.file = file
      self.line = line
      self.hits = hits
      self.unreachable = unreachable
    }
  }

  /// Makes a coverage.
  package init(items: [Item] = []) { self.items = items }

  /// The items that count.
  package var counted: [Item] { items.filter { $0.unreachable == nil } }

  /// How much of what counts is covered, from 0 to 100; 100 where there is nothing.
  package var percent: Double {
    let counted = counted
    guard !counted.isEmpty else { return 100 }
    return 100 * Double(counted.count { $0.hits > 0 }) / Double(counted.count)
  }

  /// Adds what another part of the same suite has covered.
  package mutating func add(_ other: Coverage) {
    var places: [String: Int] = [:]
    for (index, item) in items.enumerated() { places[item.id] = index }
    for item in other.items {
      if let index = places[item.id] {
        items[index].hits += item.hits
      } else {
        items.append(item)
      }
    }
    if items.count > places.count { arrange() }
  }

  /// The kind of the items that are known only once a response has offered them.
  package static let transitionKind = "transition"

  /// Puts the orgs before the scripts, each by name, and the transitions of each behind what else is
  /// known of it, by name too: the order doesn't tell in which order flows ran.
  mutating func arrange() {
    func rank(_ item: Item) -> (Int, String, Int, String) {
      let isTransition = item.kind == Coverage.transitionKind
      return (
        item.subject.hasPrefix("org ") ? 0 : 1, item.subject, isTransition ? 1 : 0,
        isTransition ? item.id : ""
      )
    }
    // The standard library's sort keeps the order of equals.
    items.sort { rank($0) < rank($1) }
  }

  /// Changes every text, as to mask what no report may show.
  ///
  /// - Parameter mask: What becomes of a text.
  package mutating func mask(_ mask: (String) -> String) {
    for index in items.indices {
      items[index].id = mask(items[index].id)
      items[index].subject = mask(items[index].subject)
      items[index].title = mask(items[index].title)
    }
  }

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
