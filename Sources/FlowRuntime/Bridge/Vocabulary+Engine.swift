public import FlowEngine
public import FlowSyntax

extension Vocabulary {
  /// The words of an engine that runs, as the checker needs them.
  public init(_ words: EngineVocabulary) {
    self.init(
      engine: words.engine, isRunnable: true,
      intents: words.intents.map { Intent($0.name, parameters: $0.parameters) },
      steps: words.steps.map { KnownStep($0.name, fields: $0.fields) },
      subjects: words.subjects.flatMap(\.naming.words),
      methods: words.methods.flatMap(\.naming.words),
      facts: words.facts + words.knownFacts.filter { $0.kind == .boolean }.map(\.name),
      parameters: words.parameters.compactMap { KnownParameter($0) },
      knownFacts: words.knownFacts.compactMap { KnownFact($0) })
  }
}

extension Vocabulary.KnownParameter {
  /// Makes one whose values are held to something; `nil` where they are not.
  fileprivate init?(_ parameter: EngineVocabulary.KnownParameter) {
    switch parameter.form {
    case .boolean: return nil
    case .text: self.init(parameter.name)
    case .duration: self.init(parameter.name, isDuration: true)
    case .word(let words): self.init(parameter.name, words: words)
    }
  }
}

extension Vocabulary.KnownFact {
  /// Makes one whose values are compared by their kind; `nil` where they are not.
  fileprivate init?(_ fact: EngineVocabulary.KnownFact) {
    switch fact.kind {
    case .boolean: return nil
    case .text: self.init(fact.name, .text)
    case .number: self.init(fact.name, .number)
    case .list: self.init(fact.name, .list)
    }
  }
}
