import FlowChecker
import FlowEngine
import FlowInterpreter
import FlowLock

extension EngineCatalog {
  /// The tables that depend on the definitions of the engines.
  ///
  /// Each table is made when it is first used, because a short run needs only a few.
  struct Derived: Sendable {
    /// The words of all engines, as the checker uses them.
    let lexicon: Lazy<Lexicon>
    /// The options of every plan.
    let planOptions: Lazy<PlanOptions>
    private let definitions: [EngineDefinition]

    init(_ definitions: [EngineDefinition]) {
      self.definitions = definitions
      let vocabularies = definitions.map(\.vocabulary)
      // The words of each engine, including the words of engines that can do a part of its flows.
      let understood = Lazy {
        definitions.map { definition in
          Derived.vocabularies(of: definition.name, among: definitions).dropFirst()
            .reduce(definition.vocabulary) { $0.joined(by: $1) }
        }
      }
      lexicon = Lazy { Lexicon(understood.value) }
      // For each engine, the words that only other engines have.
      let foreign = Lazy { ForeignTable(understood.value, among: definitions) }
      // The foreign words for the rules of profiles, which may serve several engines. They include
      // the words of engines that can do a part of the flow.
      let foreignInProfiles = Lazy { ForeignTable(vocabularies, among: definitions) }
      planOptions = Lazy {
        var options = Derived.options(understood.value)
        options.intentRules = Dictionary(
          definitions.map { ($0.name, $0.intentRules) }, uniquingKeysWith: { first, _ in first })
        options.foreign = { foreign.value.words(of: $0) }
        options.foreignInProfiles = { foreignInProfiles.value.words(of: $0) }
        return options
      }
    }

    /// Returns the vocabularies that a flow of an engine can use.
    func vocabularies(of engine: String) -> [EngineVocabulary] {
      Derived.vocabularies(of: engine, among: definitions)
    }

    fileprivate static func vocabularies(
      of engine: String, among definitions: [EngineDefinition]
    ) -> [EngineVocabulary] {
      let partners = definitions.first { $0.name == engine }?.partners ?? []
      return ([engine] + partners).compactMap { name in
        definitions.first { $0.name == name }?.vocabulary
      }
    }

    private static func options(_ engines: [EngineVocabulary]) -> PlanOptions {
      func table<Value>(_ value: (EngineVocabulary) -> Value?) -> [String: Value] {
        Dictionary(
          engines.compactMap { words in value(words).map { (words.engine, $0) } },
          uniquingKeysWith: { first, _ in first })
      }
      return PlanOptions(
        defaultEngine: EngineCatalog.usual, usualIntents: table { $0.intents.first?.name },
        facts: table { Set($0.knownFacts.map(\.name)) },
        errorFacts: table { Set($0.knownFacts.filter(\.reportsErrors).map(\.name)) },
        factGroups: table { words in
          let messages = words.messages.map(\.name)
          let known = words.knownFacts.map(\.name).filter { $0.utf8.contains(UInt8(ascii: ".")) }
          return Set(words.facts + messages + (messages.isEmpty ? [] : ["message"]) + known)
        },
        oldSpellings: table { $0.oldSpellings.isEmpty ? nil : $0.oldSpellings })
    }
  }
}

/// The words that only other engines have.
///
/// The words are computed for each engine on demand.
private final class ForeignTable: Sendable {
  private let known: [EngineVocabulary]
  private let definitions: [EngineDefinition]
  private let made = Mutex<[String: ForeignWords]>([:])

  init(_ known: [EngineVocabulary], among definitions: [EngineDefinition]) {
    self.known = known
    self.definitions = definitions
  }

  func words(of engine: String) -> ForeignWords {
    made.withLock { made in
      if let words = made[engine] { return words }
      let words = make(engine)
      made[engine] = words
      return words
    }
  }

  private func make(_ engine: String) -> ForeignWords {
    guard let own = known.first(where: { $0.engine == engine }) else { return .none }
    let others = definitions.filter { $0.name != engine }
    let users = others.filter { $0.partners.contains(engine) }.map(\.name)
    return ForeignWords(of: own, among: others.map(\.vocabulary), usedBy: Set(users))
  }
}

/// A value that is computed when it is first used.
struct Lazy<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let made = Mutex<Value?>(nil)
  }

  private let box = Box()
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  /// The value.
  ///
  /// The first access computes the value.
  var value: Value {
    box.made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}

extension EngineVocabulary {
  /// Returns this vocabulary together with the words of an engine that can do a part of the flow,
  /// such as a provider's own login.
  ///
  /// The words after `start` and the events are only from this vocabulary.
  func joined(by other: EngineVocabulary) -> EngineVocabulary {
    var all = self
    all.steps += other.steps.filter { step in !steps.contains { $0.name == step.name } }
    all.subjects += other.subjects
    all.methods += other.methods
    all.capabilities += other.capabilities
    all.fieldAliases.merge(other.fieldAliases) { $0 + $1 }
    all.flags += other.flags
    all.oldSpellings = oldSpellings.joined(by: other.oldSpellings)
    all.plainFields += other.plainFields
    all.facts += other.facts.filter { !facts.contains($0) }
    all.knownFacts += other.knownFacts.filter { fact in
      !knownFacts.contains { $0.name == fact.name }
    }
    return all
  }
}
