/// The parts of orgs and scripts that the flows of a run cover.
package struct Coverage: Sendable, Hashable {
  /// All items.
  ///
  /// Orgs and scripts are in order, and their items are in the order of the file.
  package var items: [Item]

  /// A part of an org or script that flows can cover.
  package struct Item: Sendable, Hashable {
    /// A unique id that is the same in every run, such as
    /// `org acme/sign-on "staff"/when zone/false`.
    package var id: String
    /// The title of the item's org or script, such as `org acme` or `Examples/reset.flow`.
    package var subject: String
    /// The kind of item in one or two words: `sign-on rule`, `condition`, `method`, `transition`.
    package var kind: String
    /// The description for users.
    package var title: String
    /// The file of the item; `nil` for the built-in org.
    package var file: String?
    /// The line in the file, from 1; `nil` if there is none.
    package var line: Int?
    /// The number of flows that covered the item.
    package var hits: Int
    /// The reason why no flow can cover the item; `nil` if a flow can.
    ///
    /// An item with a reason isn't counted.
    package var unreachable: String?

    /// Creates an item that no flow has covered.
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

  /// Creates a coverage.
  package init(items: [Item] = []) { self.items = items }

  /// The items that flows can cover.
  package var counted: [Item] { items.filter { $0.unreachable == nil } }

  /// The percentage of counted items that are covered, from 0 to 100; 100 if there are no items.
  package var percent: Double {
    let counted = counted
    guard !counted.isEmpty else { return 100 }
    return 100 * Double(counted.count { $0.hits > 0 }) / Double(counted.count)
  }

  /// Adds what another part of the same suite covers.
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

  /// The kind of the items that are known only from responses.
  package static let transitionKind = "transition"

  /// Sorts the items by org and script.
  ///
  /// Orgs come first, and both are sorted by name. Transitions come last in each org, sorted by id.
  ///
  /// The result doesn't depend on the order in which flows ran.
  mutating func arrange() {
    func rank(_ item: Item) -> (Int, String, Int, String) {
      let isTransition = item.kind == Coverage.transitionKind
      return (
        item.subject.hasPrefix("org ") ? 0 : 1, item.subject, isTransition ? 1 : 0,
        isTransition ? item.id : ""
      )
    }
    // The standard library's sort is stable.
    items.sort { rank($0) < rank($1) }
  }

  /// Replaces every text, for example to mask secrets.
  ///
  /// - Parameter mask: Returns the new text.
  package mutating func mask(_ mask: (String) -> String) {
    for index in items.indices {
      items[index].id = mask(items[index].id)
      items[index].subject = mask(items[index].subject)
      items[index].title = mask(items[index].title)
    }
  }

  /// Whether the coverage is below a minimum.
  ///
  /// - Parameter minimum: A percentage, from 0 to 100.
  /// - Returns: Whether the coverage is below the minimum.
  package func isBelow(_ minimum: Double) -> Bool { percent < minimum }

  /// The maximum number of missing items in a summary.
  package static let namedMax = 20
  /// The number of missing items that the summary always lists for each org or script.
  private static let namedMin = 3

  /// Returns a summary: the totals, and the missing items.
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
  /// - Parameter limit: The maximum number of missing items for all orgs and scripts together. A
  ///   few for each are listed even beyond the limit.
  /// - Returns: The lines. Each ends with a line break.
  package func summary(naming limit: Int = Coverage.namedMax) -> String {
    let counted = counted
    guard !counted.isEmpty else { return "coverage: nothing to cover\n" }
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

  /// Returns a percentage with one decimal.
  ///
  /// The percentage is rounded down, so that only full coverage is 100.
  package static func shown(_ percent: Double) -> String {
    let tenths = (percent * 10).rounded(.down) / 10
    return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
  }

  /// Returns the items in groups that have the same value, in the order of their first items.
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
  /// The location in parentheses, to append to the title; empty if there is none.
  fileprivate var place: String {
    guard let file, let line else { return "" }
    return " (\(file):\(line))"
  }
}
