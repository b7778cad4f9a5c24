/// What a value is, as far as it can be known before a run.
enum ValueType: Sendable, Hashable {
  case text, number, boolean, duration
  /// An engine's fact, or a value of several types.
  case unknown

  /// What messages call it.
  var description: String {
    switch self {
    case .text: "text"
    case .number: "a number"
    case .boolean: "true or false"
    case .duration: "a duration"
    case .unknown: "a value"
    }
  }

  /// What a condition can ask of every engine, by the hash of its name.
  static func builtIn(_ fact: UInt64) -> ValueType? {
    if numberFacts.contains(fact) { return .number }
    return textFacts.contains(fact) ? .text : nil
  }

  private static let numberFacts = hashes(["attempt", "steps"])
  private static let textFacts = hashes([
    "message", "message.key", "message.severity", "message.text", "outcome", "step",
  ])

  /// The facts that are one of a few words, by the hashes of their names.
  static let wordFacts = hashes(["message.severity", "outcome", "step"])

  /// The names that a condition can ask for on every engine, besides the outcomes.
  static let builtInFacts = [
    "attempt", "history", "message", "message.key", "message.severity", "message.text", "outcome",
    "step", "steps",
  ]

  /// The words for how a run ends.
  static let outcomes = ["success", "finished", "failure", "cancelled", "stopped"]

  /// The hashes of the words for how a run ends.
  static let outcomeHashes = hashes(outcomes)

  private static func hashes(_ words: [String]) -> WordSet {
    WordSet(words.map { WordHash.exact($0) })
  }
}
