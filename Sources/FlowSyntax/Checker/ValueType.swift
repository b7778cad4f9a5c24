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

  /// What a condition can ask of every engine.
  static func builtIn(_ fact: String) -> ValueType? {
    switch fact {
    case "attempt", "steps": .number
    case "message", "message.key", "message.severity", "message.text", "outcome", "step": .text
    default: nil
    }
  }

  /// The names that a condition can ask for on every engine, besides the outcomes.
  static let builtInFacts = [
    "attempt", "history", "message", "message.key", "message.severity", "message.text", "outcome",
    "step", "steps",
  ]

  /// The words for how a run ends.
  static let outcomes = ["success", "finished", "failure", "cancelled", "stopped"]
}
