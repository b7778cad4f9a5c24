package import FlowEngine
package import FlowInterpreter
import IDXEngine
import MobileIdPEngine
import NextAuthEngine

/// The definition of an engine for scripts: its words, its states, and how its flows start.
package struct EngineDefinition: Sendable {
  /// The words of the engine.
  package var vocabulary: EngineVocabulary
  /// The states of the engine and the transitions between them.
  package var graph: StateGraph
  /// The names of the engines that can do a part of this engine's flows.
  ///
  /// The flows can also use the words of those engines.
  package var partners: [String]
  /// The rules that lead from the first page to what `start` names.
  ///
  /// These rules are tried before all others.
  package var intentRules: [IntentRule]
  /// Whether the engine can sign in at real issuers.
  ///
  /// If the engine can't, its orgs can't have an address.
  package var hasIssuers: Bool
  /// Returns the known steps that may follow the answered steps.
  ///
  /// The most likely steps come first. The closure is `nil` if the steps can come in any order.
  package var nextSteps: (@Sendable (_ isAnswered: (String) -> Bool) -> [String])?

  /// The name of the engine, as scripts write it after `engine`.
  package var name: String { vocabulary.engine }

  /// Defines an engine.
  package init(
    vocabulary: EngineVocabulary, graph: StateGraph, partners: [String] = [],
    intentRules: [IntentRule] = [], hasIssuers: Bool = false,
    nextSteps: (@Sendable (_ isAnswered: (String) -> Bool) -> [String])? = nil
  ) {
    self.vocabulary = vocabulary
    self.graph = graph
    self.partners = partners
    self.intentRules = intentRules
    self.hasIssuers = hasIssuers
    self.nextSteps = nextSteps
  }
}

extension EngineDefinition {
  /// Okta's Identity Engine.
  package static let idx = EngineDefinition(
    vocabulary: IDXEngine.vocabulary, graph: IDXGraph.graph,
    intentRules: [
      IntentRule(intent: "register", takes: "select-enroll-profile"),
      IntentRule(intent: "recover-password", takes: "recover"),
      IntentRule(intent: "unlock-account", takes: "unlock-account"),
    ], hasIssuers: true, nextSteps: IDXGraph.steps)

  /// The engine for sessions of nextAuth.
  package static let nextAuth = EngineDefinition(
    vocabulary: NextAuthEngine.vocabulary, graph: SessionTransition.graph)

  /// The engine for mobile identity providers.
  ///
  /// If a provider's org declares it, the provider's login is a sign-in at an org of the Identity
  /// Engine.
  package static let mobileIdP = EngineDefinition(
    vocabulary: MobileIdPEngine.vocabulary, graph: MobileIdPGraph.graph,
    partners: [IDXEngine.vocabulary.engine])
}

extension IDXGraph {
  /// Returns one step of each phase that can follow the answered steps.
  ///
  /// If no step is answered, the function returns steps of the phases in which a flow can begin.
  fileprivate static func steps(_ isAnswered: (String) -> Bool) -> [String] {
    let answered = Set(phases.filter { $0.steps.contains(where: isAnswered) }.map(\.name))
    var next: [String] = []
    for transition in graph.transitions where !answered.contains(transition.to) {
      let follows = transition.from.map(answered.contains) ?? answered.isEmpty
      if follows, !next.contains(transition.to) { next.append(transition.to) }
    }
    return next.compactMap { name in phases.first { $0.name == name }?.steps.first }
  }
}
