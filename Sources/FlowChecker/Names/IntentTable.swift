import FlowEngine
import FlowSyntax

/// The words after `start` or after `meanwhile`, with their parameters, by their ids.
struct IntentTable: Sendable {
  /// The words and their parameters, as in the vocabulary.
  let intents: [EngineVocabulary.Intent]
  private let numbers: NumberTable
  /// For each word, the ids of its parameters.
  private let parameters: [WordSet]

  init(
    _ intents: [EngineVocabulary.Intent], _ spellings: OldSpellings, _ words: inout WordNumbers
  ) {
    self.intents = intents
    var numbers = NumberTable()
    for (number, intent) in intents.enumerated() {
      for name in [intent.name] + (spellings.oldWord(for: intent.name).map { [$0] } ?? []) {
        numbers.insert(words.exact(name), .none, Int32(truncatingIfNeeded: number))
      }
    }
    self.numbers = numbers
    var parameters: [WordSet] = []
    for intent in intents { parameters.append(words.exact(intent.parameters)) }
    self.parameters = parameters
  }

  var isEmpty: Bool { intents.isEmpty }

  /// Returns the index of a word by its id; `nil` if it isn't in the table.
  func number(_ name: WordID) -> Int? { numbers.value(name).map { Int($0) } }

  /// Whether the word at an index has a parameter.
  ///
  /// The parameter is given by its id.
  func takes(_ parameter: WordID, _ number: Int) -> Bool {
    parameters[number].contains(parameter)
  }
}
