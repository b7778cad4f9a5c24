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

  /// The possible words, if there are only a few.
  package var words: [String] {
    switch self {
    case .outcome: OutcomeWords.all
    case .messageSeverity: ["info", "warning", "error"]
    default: []
    }
  }

  /// Whether a bare word on the right side is its own value.
  package var comparesWords: Bool {
    switch self {
    case .messageSeverity, .outcome, .step: true
    default: false
    }
  }
}
