import FlowEngine
import FlowSyntax

/// The type of a value, as far as it is known before a run.
enum ValueType: Int32, Sendable, Hashable {
  case text, number, boolean, duration, list
  /// The type isn't known, or the value can have several types.
  case unknown

  /// The name of the type in messages.
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
  /// Creates the type for the kind of a known fact.
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
  /// The type of the fact's value.
  var type: ValueType {
    switch self {
    case .attempt, .steps: .number
    case .message, .messageKey, .messageSeverity, .messageText, .outcome, .step: .text
    }
  }

  /// Creates the fact with a name, by the id of the name; `nil` if there is none.
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
