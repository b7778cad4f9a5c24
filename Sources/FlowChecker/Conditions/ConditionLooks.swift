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

  /// Records a fact of the engine that reports errors like a message.
  mutating func noteError() { (atMessages, atEnd) = (true, true) }
}

extension Condition {
  /// Whether it examines the server's messages.
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
