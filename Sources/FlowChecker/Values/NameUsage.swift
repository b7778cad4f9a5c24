import FlowSyntax

/// The names that a program's values, texts and conditions mention, by their numbers.
///
/// Only flows are distinguished: a value of a flow is used by that flow or by a profile. A value of
/// a file may be used by anything.
struct NameUsage {
  private let numbers: NameTable
  /// The names that the current flow mentions.
  private var flow = NumberTable()
  /// The names that are mentioned outside of flows.
  private var outside = WordSet()
  /// The names that are mentioned anywhere.
  private var all = WordSet()
  private var isInFlow = false

  /// A bare field has the value of any name with the same last part.
  private static let field = FixedWords.id(.bareField)
  /// A bare credential has the value of any name for a credential.
  private static let credential = FixedWords.id(.credential)

  init(_ numbers: NameTable) { self.numbers = numbers }

  /// Begins the next flow, or the text after the flows.
  mutating func enter(flow isFlow: Bool) {
    flow.removeAll()
    isInFlow = isFlow
  }

  /// Records that a name is mentioned.
  mutating func mention(_ name: WordID) {
    all.insert(name)
    if isInFlow { flow.insert(name, .none, 0) } else { outside.insert(name) }
  }

  /// Records a field that has the value of its name, or of another word for the same field.
  mutating func mention(bare field: Name, _ bytes: [UInt8]) {
    let last = numbers.foldedLastPart(field, bytes)
    mention(numbers.exact(field, bytes))
    mention(numbers.pair(last, NameUsage.field))
    if FixedSets.credentials.contains(last) { mention(NameUsage.credential) }
  }

  /// Whether the current flow mentions a name.
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
