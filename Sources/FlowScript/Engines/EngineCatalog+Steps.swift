package import FlowEngine
import IDXEngine

extension EngineCatalog {
  /// The known steps that a flow may meet and doesn't answer.
  ///
  /// Of the usual engine it is said what follows on what: there, one step of every phase that may
  /// follow on an answered one, or begin where nothing is answered. Of others, every known step.
  ///
  /// - Parameters:
  ///   - engine: the engine's name.
  ///   - isAnswered: whether a step is answered.
  /// - Returns: the steps, the likely ones first.
  package static func unansweredSteps(
    of engine: String, isAnswered: (String) -> Bool
  ) -> [EngineVocabulary.KnownStep] {
    guard let words = engines.first(where: { $0.engine == engine }) else { return [] }
    guard engine == IDXEngine.vocabulary.engine else {
      return words.steps.filter { !isAnswered($0.name) }
    }
    let phases = IDXGraph.phases
    let answered = Set(phases.filter { $0.steps.contains(where: isAnswered) }.map(\.name))
    var next: [String] = []
    for transition in IDXGraph.graph.transitions where !answered.contains(transition.to) {
      let follows = transition.from.map(answered.contains) ?? answered.isEmpty
      if follows, !next.contains(transition.to) { next.append(transition.to) }
    }
    return next.compactMap { name in
      let step = phases.first { $0.name == name }?.steps.first
      return words.steps.first { $0.name == step }
    }
  }
}
