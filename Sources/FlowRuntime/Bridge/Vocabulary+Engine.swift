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
      facts: words.facts)
  }
}
