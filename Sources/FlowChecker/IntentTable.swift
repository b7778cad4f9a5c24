import FlowEngine
import FlowSyntax

/// The ways to begin, or the events, of an engine by the hashes of their names.
struct IntentTable: Sendable {
  /// All of them.
  let intents: [EngineVocabulary.Intent]
  private let numbers: HashTable
  /// The names of each one's parameters.
  private let parameters: [WordSet]

  init(_ intents: [EngineVocabulary.Intent]) {
    self.intents = intents
    var numbers = HashTable()
    for (number, intent) in intents.enumerated() {
      numbers.insert(WordHash.exact(intent.name), Int32(truncatingIfNeeded: number))
    }
    self.numbers = numbers
    parameters = intents.map { WordSet($0.parameters.map { WordHash.exact($0) }) }
  }

  var isEmpty: Bool { intents.isEmpty }

  /// The number of the one that has a name, by its hash.
  func number(_ name: UInt64) -> Int? { numbers.value(name).map { Int($0) } }

  /// Whether one takes a parameter, by the hash of its name.
  func takes(_ parameter: UInt64, _ number: Int) -> Bool {
    parameters[number].contains(parameter)
  }
}
