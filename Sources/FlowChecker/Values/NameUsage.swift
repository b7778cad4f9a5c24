import FlowSyntax

/// Which names a program's values, texts and conditions mention, by their numbers.
///
/// Where a name is mentioned counts no more than by a flow: a value of a flow is used by that flow or
/// by a profile, one of a file by anything.
struct NameUsage {
  private let numbers: NameTable
  /// What the flow at hand mentions.
  private var flow = NumberTable()
  /// What stands outside of flows mentions.
  private var outside = WordSet()
  /// What anything mentions.
  private var all = WordSet()
  private var isInFlow = false

  /// A bare field takes the value of any name that ends as it does.
  private static let field = FixedWords.id(.bareField)
  /// A bare credential takes the value of any name for one.
  private static let credential = FixedWords.id(.credential)

  init(_ numbers: NameTable) { self.numbers = numbers }

  /// Goes to the next flow, or behind the flows.
  mutating func enter(flow isFlow: Bool) {
    flow.removeAll()
    isInFlow = isFlow
  }

  /// Notes that a name is mentioned.
  mutating func mention(_ name: WordID) {
    all.insert(name)
    if isInFlow { flow.insert(name, .none, 0) } else { outside.insert(name) }
  }

  /// Notes that a field takes the value of its name, or of another word for the same.
  mutating func mention(bare field: Name, _ bytes: [UInt8]) {
    let last = numbers.foldedLastPart(field, bytes)
    mention(numbers.exact(field, bytes))
    mention(numbers.pair(last, NameUsage.field))
    if FixedSets.credentials.contains(last) { mention(NameUsage.credential) }
  }

  /// Whether the flow at hand mentions a name.
  func isUsedInFlow(_ name: Name, _ bytes: [UInt8]) -> Bool {
    isUsed(name, bytes) { flow.value($0) != nil }
  }

  /// Whether something outside of flows mentions a name.
  func isUsedOutside(_ name: Name, _ bytes: [UInt8]) -> Bool {
    isUsed(name, bytes) { outside.contains($0) }
  }

  /// Whether anything mentions a name.
  func isUsed(_ name: Name, _ bytes: [UInt8]) -> Bool {
    isUsed(name, bytes) { all.contains($0) }
  }

  private func isUsed(
    _ name: Name, _ bytes: [UInt8], _ isMentioned: (WordID) -> Bool
  ) -> Bool {
    if isMentioned(numbers.exact(name, bytes)) { return true }
    let last = numbers.foldedLastPart(name, bytes)
    return isMentioned(numbers.pair(last, NameUsage.field))
      || FixedSets.credentials.contains(last) && isMentioned(NameUsage.credential)
  }
}
