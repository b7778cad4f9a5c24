public import FlowEngine

extension Vocabulary {
  /// The words of an engine, as the checker needs them.
  public init(_ words: EngineVocabulary) {
    self.init(
      engine: words.engine,
      intents: words.intents.map { Intent($0.name, parameters: $0.parameters) },
      events: words.events.map { Intent($0.name, parameters: $0.parameters) },
      messages: words.messages.map { Intent($0.name, parameters: $0.parameters) },
      steps: words.steps.map {
        KnownStep($0.name, fields: $0.fields, choices: $0.choices, isClosed: $0.isClosed)
      },
      subjects: words.subjects.flatMap(\.naming.words),
      methods: words.methods.flatMap(\.naming.words),
      fieldAliases: words.fieldAliases, flags: words.flags, plainFields: words.plainFields,
      facts: words.facts,
      parameters: words.parameters.map { KnownParameter($0) },
      knownFacts: words.knownFacts.map { KnownFact($0) })
  }
}

extension Vocabulary.KnownParameter {
  fileprivate init(_ parameter: EngineVocabulary.KnownParameter) {
    switch parameter.form {
    case .text: self.init(parameter.name)
    case .duration: self.init(parameter.name, kind: .duration)
    case .boolean: self.init(parameter.name, kind: .boolean)
    case .word(let words): self.init(parameter.name, words: words)
    }
  }
}

extension Vocabulary.KnownFact {
  fileprivate init(_ fact: EngineVocabulary.KnownFact) {
    let kind: Kind =
      switch fact.kind {
      case .text: .text
      case .number: .number
      case .boolean: .boolean
      case .list: .list
      }
    self.init(fact.name, kind, values: fact.values)
  }
}
