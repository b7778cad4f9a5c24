import FlowSyntax

/// The names that a program's values, texts and conditions mention, by their ids.
///
/// A value of a flow can be used by that flow or by a profile. A value of a file can be used
/// anywhere. So only the names in the current flow are kept separately.
struct NameUsage {
  private let numbers: NameTable
  /// The names that the current flow mentions.
  private var flow = NumberTable()
  /// The names that are mentioned outside of flows.
  private var outside = WordSet()
  /// The names that are mentioned anywhere.
  private var all = WordSet()
  private var isInFlow = false

  /// Stands for a field without a value.
  ///
  /// Such a field uses any value whose name has the same last part.
  private static let field = FixedWords.id(.bareField)
  /// Stands for a credential without a value.
  ///
  /// Such a credential uses any value with the name of a credential.
  private static let credential = FixedWords.id(.credential)

  init(_ numbers: NameTable) { self.numbers = numbers }

  /// Begins the next flow, or the part of the program after the flows.
  mutating func enter(flow isFlow: Bool) {
    flow.removeAll()
    isInFlow = isFlow
  }

  /// Records that a name is mentioned.
  mutating func mention(_ name: WordID) {
    all.insert(name)
    if isInFlow { flow.insert(name, .none, 0) } else { outside.insert(name) }
  }

  /// Records a field without a value.
  ///
  /// Such a field uses the value with its name, or with another name of the field.
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
