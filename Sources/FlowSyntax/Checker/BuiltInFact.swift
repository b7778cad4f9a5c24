/// What a condition can ask for on every engine.
enum BuiltInFact: String, Sendable, Hashable, CaseIterable {
  case attempt
  case message
  case messageKey = "message.key"
  case messageSeverity = "message.severity"
  case messageText = "message.text"
  case outcome
  case step
  case steps

  /// What it is.
  var type: ValueType {
    switch self {
    case .attempt, .steps: .number
    case .message, .messageKey, .messageSeverity, .messageText, .outcome, .step: .text
    }
  }

  /// The words that it can be, where they are few.
  var words: [String] {
    switch self {
    case .outcome: ValueType.outcomes
    case .messageSeverity: ["info", "warning", "error"]
    default: []
    }
  }

  /// Whether a bare word on the right side stands for itself.
  var comparesWords: Bool {
    switch self {
    case .messageSeverity, .outcome, .step: true
    default: false
    }
  }

  /// Finds facts by the hashes of their names.
  static let table: HashTable = {
    var table = HashTable()
    for (index, fact) in allCases.enumerated() {
      table.insert(WordHash.exact(fact.rawValue), Int32(index))
    }
    return table
  }()
}
