/// A vocabulary made ready for looking words up; shared, for a check hands it about with every word,
/// and it serves every script.
public final class EngineWords: Sendable {
  /// The vocabulary.
  public let vocabulary: Vocabulary
  private let steps: WordSet
  private let subjects: WordSet
  private let methods: WordSet
  private let facts: WordSet
  /// The raw values of the types of the known facts, by the hashes of their names.
  private let factTypes: HashTable

  /// Makes a vocabulary ready.
  public init(_ vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
    var steps = WordSet()
    steps.insert(WordHash.folded("any"))
    for step in vocabulary.steps {
      // A script's word matches a step when it is a beginning of it that ends at a hyphen.
      var hash = WordHash()
      for byte in step.name.utf8 {
        let byte = WordHash.fold(byte)
        if byte == UInt8(ascii: "-") { steps.insert(hash.value) }
        hash.add(byte)
      }
      steps.insert(hash.value)
    }
    self.steps = steps
    methods = WordSet(vocabulary.methods.map { WordHash.folded($0) })
    subjects = WordSet(
      (vocabulary.subjects + vocabulary.methods).map { WordHash.folded($0) })
    facts = WordSet(
      (vocabulary.facts + vocabulary.knownFacts.map(\.name)).map { WordHash.exact($0) })
    var types = HashTable()
    for fact in vocabulary.knownFacts {
      let type: ValueType =
        switch fact.kind {
        case .text: .text
        case .number: .number
        case .boolean: .boolean
        case .list: .list
        }
      types.insert(WordHash.exact(fact.name), type.rawValue)
    }
    factTypes = types
  }

  /// Whether a word, by its folded hash, is a known step or a beginning of one; `any` is.
  func knowsStep(_ word: UInt64) -> Bool {
    vocabulary.steps.isEmpty || steps.contains(word)
  }

  /// Whether a word, by its folded hash, is known as a subject or a choice.
  func knowsSubject(_ word: UInt64) -> Bool {
    vocabulary.subjects.isEmpty || subjects.contains(word)
  }

  /// Whether a word, by its folded hash, is known as a method.
  func knowsMethod(_ word: UInt64) -> Bool {
    vocabulary.methods.isEmpty || methods.contains(word)
  }

  /// Whether conditions may ask for facts whose names begin with a word, by its hash.
  func knowsFact(_ word: UInt64) -> Bool {
    vocabulary.facts.isEmpty || facts.contains(word)
  }

  /// The type of a fact whose kind is known, by the hash of its whole name.
  func factType(_ name: UInt64) -> ValueType? {
    factTypes.value(name).flatMap { ValueType(rawValue: $0) }
  }
}
