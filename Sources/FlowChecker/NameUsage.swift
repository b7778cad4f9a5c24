import FlowSyntax

/// Which names a program's values, texts and conditions mention, by their hashes.
///
/// Where a name is mentioned counts no more than by a flow: a value of a flow is used by that flow or
/// by a profile, one of a file by anything.
struct NameUsage {
  /// What the flow at hand mentions.
  private var flow = HashTable()
  /// What stands outside of flows mentions.
  private var outside = WordSet()
  /// What anything mentions.
  private var all = WordSet()
  private var isInFlow = false

  /// A bare field takes the value of any name that ends as it does.
  private static let field: UInt64 = 7
  /// A bare credential takes the value of any name for one.
  private static let credential = WordHash.folded("= credential")
  private static let credentials = WordSet(
    Checker.credentialWords.map { WordHash.folded($0) })

  /// Goes to the next flow, or behind the flows.
  mutating func enter(flow isFlow: Bool) {
    flow.removeAll()
    isInFlow = isFlow
  }

  /// Notes that a name is mentioned.
  mutating func mention(_ hash: UInt64) {
    all.insert(hash)
    if isInFlow { flow.insert(hash, 0) } else { outside.insert(hash) }
  }

  /// Notes that a field takes the value of its name, or of another word for the same.
  mutating func mention(bare field: Name, _ bytes: [UInt8]) {
    let last = field.foldedLastPart(bytes)
    mention(field.hash)
    mention(WordHash.mix(last, NameUsage.field))
    if NameUsage.credentials.contains(last) { mention(NameUsage.credential) }
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
    _ name: Name, _ bytes: [UInt8], _ isMentioned: (UInt64) -> Bool
  ) -> Bool {
    if isMentioned(name.hash) { return true }
    let last = name.foldedLastPart(bytes)
    return isMentioned(WordHash.mix(last, NameUsage.field))
      || NameUsage.credentials.contains(last) && isMentioned(NameUsage.credential)
  }
}
