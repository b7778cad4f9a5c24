import FlowEngine
import FlowSyntax

/// The starts or the events of an engine, by the numbers of their names.
struct IntentTable: Sendable {
  /// All starts or events.
  let intents: [EngineVocabulary.Intent]
  private let numbers: NumberTable
  /// The parameter names of each start or event.
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

  /// The index of the start or event with a name, by the number of the name.
  func number(_ name: WordID) -> Int? { numbers.value(name).map { Int($0) } }

  /// Whether a start or event has a parameter, by the number of its name.
  func takes(_ parameter: WordID, _ number: Int) -> Bool {
    parameters[number].contains(parameter)
  }
}
