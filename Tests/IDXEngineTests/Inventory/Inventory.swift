/// Everything in a page that a script could need: one item each, as often as it occurs.
struct Inventory: Equatable {
  /// The kind of an item.
  enum Kind: String {
    case remediation
    case field
    case label
    case value
    case flag
    case optionLabel = "option label"
    case optionValue = "option value"
    case authenticator
    case method
    case capability
    case message
  }

  /// One item, identified by its kind and its text, which for a field is its full name.
  struct Item: Hashable, CustomStringConvertible {
    var kind: Kind
    var text: String

    init(_ kind: Kind, _ text: String) {
      self.kind = kind
      self.text = text
    }

    var description: String { "\(kind.rawValue) `\(text)`" }
  }

  private(set) var counts: [Item: Int] = [:]

  mutating func add(_ kind: Kind, _ text: String) {
    counts[Item(kind, text), default: 0] += 1
  }

  /// The items that occur more often here than in another, and how many more.
  func surplus(over other: Inventory) -> [Item: Int] {
    var more: [Item: Int] = [:]
    for (item, count) in counts {
      let left = count - (other.counts[item] ?? 0)
      if left > 0 { more[item] = left }
    }
    return more
  }
}
