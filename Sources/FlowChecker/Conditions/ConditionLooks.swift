import FlowSyntax

/// Whether a condition tests the server's messages or the end of the run.
struct ConditionLooks {
  /// Whether the condition tests the server's messages.
  private(set) var atMessages = false
  /// Whether the condition tests the server's messages or the run's outcome.
  private(set) var atEnd = false

  private static let message = FixedWords.id("message")
  private static let ends = FixedWords.set(["message", "outcome"] + OutcomeWords.all)

  /// Records a fact that the condition tests.
  ///
  /// A fact of the engine that reports errors counts as a message.
  ///
  /// - Parameters:
  ///   - fact: The id of the fact's name.
  ///   - root: The id of the first part of the name.
  ///   - words: The words of the flow's engine.
  mutating func note(_ fact: WordID, root: WordID, _ words: EngineWords?) {
    let reportsErrors = words?.reportsErrors(fact) == true
    if reportsErrors || root == ConditionLooks.message { atMessages = true }
    if reportsErrors || ConditionLooks.ends.contains(root) { atEnd = true }
  }

  /// Records every fact that a condition tests.
  mutating func note(
    _ condition: Condition, _ bytes: [UInt8], _ numbers: NameTable, _ words: EngineWords?
  ) {
    switch condition {
    case .or(let parts), .and(let parts):
      for part in parts { note(part, bytes, numbers, words) }
    case .not(_, let part): note(part, bytes, numbers, words)
    case .test(let test):
      guard case .fact(let name) = test.subject else { return }
      note(numbers.exact(name, bytes), root: numbers.firstPart(name, bytes), words)
    }
  }
}

extension CheckPart {
  /// Returns what a condition of a script tests.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - bytes: The text of the script.
  /// - Returns: Whether it tests messages or the end of the run.
  func looks(of condition: Condition, in bytes: [UInt8]) -> ConditionLooks {
    var looks = ConditionLooks()
    looks.note(condition, bytes, numbers, words)
    return looks
  }
}
