import FlowEngine
import FlowSyntax

/// What a value is, as far as it can be known before a run.
enum ValueType: Int32, Sendable, Hashable {
  case text, number, boolean, duration, list
  /// An engine's fact, or a value of several types.
  case unknown

  /// What messages call it.
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

  /// Finds facts by the hashes of their names.
  static let table: HashTable = {
    var table = HashTable()
    for (index, fact) in allCases.enumerated() {
      table.insert(WordHash.exact(fact.rawValue), Int32(index))
    }
    return table
  }()
}
