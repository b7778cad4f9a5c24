import FlowEngine

extension EngineVocabulary {
  /// These words, and those with which a flow answers another engine that does a part of it, such
  /// as a provider's own login; how a flow begins and what may happen meanwhile stay this engine's.
  func joined(by other: EngineVocabulary) -> EngineVocabulary {
    var all = self
    all.steps += other.steps.filter { step in !steps.contains { $0.name == step.name } }
    all.subjects += other.subjects
    all.methods += other.methods
    all.capabilities += other.capabilities
    all.fieldAliases.merge(other.fieldAliases) { $0 + $1 }
    all.flags += other.flags
    all.plainFields += other.plainFields
    all.facts += other.facts.filter { !facts.contains($0) }
    all.knownFacts += other.knownFacts.filter { fact in
      !knownFacts.contains { $0.name == fact.name }
    }
    return all
  }
}
