/// A vocabulary made ready for looking words up; shared, for a check hands it about with every word.
final class EngineWords: Sendable {
  let vocabulary: Vocabulary
  private let steps: WordSet
  private let subjects: WordSet
  private let methods: WordSet
  private let facts: WordSet

  init(_ vocabulary: Vocabulary) {
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
    facts = WordSet(vocabulary.facts.map { WordHash.exact($0) })
  }

  /// Whether a word is the name of a known step, or a beginning of one; `any` is.
  func knowsStep(_ bytes: [UInt8], _ word: SourceRange) -> Bool {
    vocabulary.steps.isEmpty || steps.contains(WordHash.folded(bytes, word))
  }

  /// Whether a word is known as a subject or a choice.
  func knowsSubject(_ bytes: [UInt8], _ word: SourceRange) -> Bool {
    vocabulary.subjects.isEmpty || subjects.contains(WordHash.folded(bytes, word))
  }

  /// Whether a word is known as a method.
  func knowsMethod(_ bytes: [UInt8], _ word: SourceRange) -> Bool {
    vocabulary.methods.isEmpty || methods.contains(WordHash.folded(bytes, word))
  }

  /// Whether conditions may ask for facts whose names begin with this word.
  func knowsFact(_ bytes: [UInt8], _ word: SourceRange) -> Bool {
    vocabulary.facts.isEmpty || facts.contains(WordHash.exact(bytes, word))
  }
}
