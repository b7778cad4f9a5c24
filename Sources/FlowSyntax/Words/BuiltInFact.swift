/// A fact that conditions can test on every engine.
package enum BuiltInFact: String, Sendable, Hashable, CaseIterable {
  case attempt
  case message
  case messageKey = "message.key"
  case messageSeverity = "message.severity"
  case messageText = "message.text"
  case outcome
  case step
  case steps

  /// All possible values of the fact; empty if there are too many to list.
  package var words: [String] {
    switch self {
    case .outcome: OutcomeWords.all
    case .messageSeverity: ["info", "warning", "error"]
    default: []
    }
  }

  /// Whether a word on the right side of a comparison stands for itself.
  package var comparesWords: Bool {
    switch self {
    case .messageSeverity, .outcome, .step: true
    default: false
    }
  }
}
