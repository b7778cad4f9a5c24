import FlowSyntax

/// Whether a condition tests the server's messages or the end of the run.
struct ConditionLooks {
  /// Whether the condition tests the server's messages.
  private(set) var atMessages = false
  /// Whether the condition tests the server's messages or the run's outcome.
  private(set) var atEnd = false

  private static let message = FixedWords.id("message")
  private static let ends = FixedWords.set(["message", "outcome"] + OutcomeWords.all)

  /// Records a fact that the condition tests, by the id of the first part of its name.
  mutating func note(_ root: WordID) {
    guard ConditionLooks.ends.contains(root) else { return }
    atEnd = true
    if root == ConditionLooks.message { atMessages = true }
  }

  /// Records a fact of the engine that reports errors like a message.
  mutating func noteError() { (atMessages, atEnd) = (true, true) }
}

extension Condition {
  /// Whether the condition examines the server's messages.
  ///
  /// A fact of the engine that reports errors counts as a message.
  func looksAtMessages(_ bytes: [UInt8], _ numbers: NameTable, _ words: EngineWords?) -> Bool {
    switch self {
    case .or(let parts), .and(let parts):
      return parts.contains { $0.looksAtMessages(bytes, numbers, words) }
    case .not(_, let part): return part.looksAtMessages(bytes, numbers, words)
    case .test(let test):
      guard case .fact(let name) = test.subject else { return false }
      var looks = ConditionLooks()
      looks.note(numbers.firstPart(name, bytes))
      return looks.atMessages || words?.reportsErrors(numbers.exact(name, bytes)) == true
    }
  }
}
