package import FlowEngine
package import FlowInterpreter
import IDXEngine
import MobileIdPEngine
import NextAuthEngine

/// An engine from the perspective of scripts: its words, its states, and the built-in behavior of
/// its flows.
package struct EngineDefinition: Sendable {
  /// The words.
  package var vocabulary: EngineVocabulary
  /// The states.
  package var graph: StateGraph
  /// The engines that perform a part of its flows.
  ///
  /// Its flows may also use their words.
  package var partners: [String]
  /// The actions that its intents perform before every rule.
  package var intentRules: [IntentRule]
  /// Whether it signs in at real issuers.
  ///
  /// Only then may an org of this engine have an address.
  package var hasIssuers: Bool
  /// Returns the known steps that may follow the answered ones, the likely ones first; `nil` if the
  /// steps may come in any order.
  package var nextSteps: (@Sendable (_ isAnswered: (String) -> Bool) -> [String])?

  /// The name after `engine`.
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

  /// Sessions of nextAuth.
  package static let nextAuth = EngineDefinition(
    vocabulary: NextAuthEngine.vocabulary, graph: SessionTransition.graph)

  /// Mobile identity providers.
  ///
  /// A provider's login is a sign-in at an org of the Identity Engine, if the provider's org
  /// declares that.
  package static let mobileIdP = EngineDefinition(
    vocabulary: MobileIdPEngine.vocabulary, graph: MobileIdPGraph.graph,
    partners: [IDXEngine.vocabulary.engine])
}

extension IDXGraph {
  /// One step of every phase that may follow the answered ones.
  ///
  /// If no step is answered, one of every phase that may come first.
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
