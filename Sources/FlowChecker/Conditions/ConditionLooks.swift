import FlowSyntax

/// The parts of a run that a condition examines, as far as they decide which ends a flow handles.
struct ConditionLooks {
  /// Whether it examines the server's messages.
  private(set) var atMessages = false
  /// Whether it examines the messages, or the outcome of the run.
  private(set) var atEnd = false

  private static let message = FixedWords.id("message")
  private static let ends = FixedWords.set(["message", "outcome"] + OutcomeWords.all)

  /// Records a fact, by the number of its first part.
  mutating func note(_ root: WordID) {
    guard ConditionLooks.ends.contains(root) else { return }
    atEnd = true
    if root == ConditionLooks.message { atMessages = true }
  }
}

extension Condition {
  /// Whether it examines the server's messages.
  func looksAtMessages(_ bytes: [UInt8], _ numbers: NameTable) -> Bool {
    switch self {
    case .or(let parts), .and(let parts):
      return parts.contains { $0.looksAtMessages(bytes, numbers) }
    case .not(_, let part): return part.looksAtMessages(bytes, numbers)
    case .test(let test):
      guard case .fact(let name) = test.subject else { return false }
      var looks = ConditionLooks()
      looks.note(numbers.firstPart(name, bytes))
      return looks.atMessages
    }
  }
}
