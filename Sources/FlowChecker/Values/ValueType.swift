import FlowEngine
import FlowSyntax

/// The type of a value, as far as it is known before a run.
enum ValueType: Int32, Sendable, Hashable {
  case text, number, boolean, duration, list
  /// An engine's fact, or a value of several types.
  case unknown

  /// The name in messages.
  var description: String {
    switch self {
    case .text: "text"
    case .number: "a number"
    case .boolean: "true or false"
    case .duration: "a duration"
    case .list: "a list"
    case .unknown: "a value"
    }
  }
}

extension ValueType {
  /// The type of a fact's values.
  init(_ kind: EngineVocabulary.KnownFact.Kind) {
    self =
      switch kind {
      case .text: .text
      case .number: .number
      case .boolean: .boolean
      case .list: .list
      }
  }
}

extension BuiltInFact {
  /// The type of its value.
  var type: ValueType {
    switch self {
    case .attempt, .steps: .number
    case .message, .messageKey, .messageSeverity, .messageText, .outcome, .step: .text
    }
  }

  /// The fact with a name, by its number; `nil` if it doesn't exist.
  init?(_ name: WordID) {
    guard let number = BuiltInFact.table.value(name) else { return nil }
    self = BuiltInFact.allCases[Int(number)]
  }

  private static let table: NumberTable = {
    var table = NumberTable()
    for (index, fact) in allCases.enumerated() {
      table.insert(FixedWords.id(fact.rawValue), .none, Int32(index))
    }
    return table
  }()
}
