import FlowEngine
import FlowSyntax

/// The ways to begin, or the events, of an engine by the numbers of their names.
struct IntentTable: Sendable {
  /// All of them.
  let intents: [EngineVocabulary.Intent]
  private let numbers: NumberTable
  /// The names of each one's parameters.
  private let parameters: [WordSet]

  init(_ intents: [EngineVocabulary.Intent], _ words: inout WordNumbers) {
    self.intents = intents
    var numbers = NumberTable()
    for (number, intent) in intents.enumerated() {
      numbers.insert(words.exact(intent.name), .none, Int32(truncatingIfNeeded: number))
    }
    self.numbers = numbers
    var parameters: [WordSet] = []
    for intent in intents { parameters.append(words.exact(intent.parameters)) }
    self.parameters = parameters
  }

  var isEmpty: Bool { intents.isEmpty }

  /// The number of the one that has a name, by its number.
  func number(_ name: WordID) -> Int? { numbers.value(name).map { Int($0) } }

  /// Whether one takes a parameter, by the number of its name.
  func takes(_ parameter: WordID, _ number: Int) -> Bool {
    parameters[number].contains(parameter)
  }
}
