public import FlowEngine
public import FlowSyntax

extension Vocabulary {
  /// The words of an engine that runs, as the checker needs them.
  public init(_ engine: EngineVocabulary) {
    self.init(
      engine: engine.engine,
      intents: engine.intents.map { Intent($0.name, parameters: $0.parameters) },
      steps: engine.steps.map { KnownStep($0.name, fields: $0.fields) },
      subjects: engine.subjects.flatMap(\.words),
      methods: engine.methods.flatMap(\.words), facts: engine.facts)
  }
}
