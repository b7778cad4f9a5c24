/// What a `start` takes once, ahead of every rule, to get where it means to go.
public struct IntentRule: Sendable, Hashable {
  /// The word after `start`.
  public var intent: String
  /// The step or capability that is taken where it is offered.
  public var takes: String

  /// Makes a rule.
  public init(intent: String, takes: String) {
    self.intent = intent
    self.takes = takes
  }
}

/// What a plan needs to know besides the program.
public struct PlanOptions: Sendable {
  /// The engine of a flow that names none.
  public var defaultEngine: String
  /// What a flow starts with that doesn't say, by the engine's name.
  public var usualIntents: [String: String]
  /// The rules that each engine's intents bring along, by the engine's name.
  public var intentRules: [String: [IntentRule]]
  /// Profiles that every flow uses after its own.
  public var profiles: [String]
  /// Named values that go before every other of their name.
  public var variables: [String: String]
  /// Whether a flow without an `otherwise` ends in `otherwise prompt`.
  public var promptsOtherwise: Bool
  /// The facts that a condition means by their names though a value of the script is called so, by
  /// the name of the engine that tells them.
  public var facts: [String: Set<String>]
  /// The facts that report an error as a message does, by the name of the engine that tells them: a
  /// rule that looks at one may answer the error.
  public var errorFacts: [String: Set<String>]
  /// The names by which a value may be what a response says, or their first parts, by the name of the
  /// engine that says it.
  public var factGroups: [String: Set<String>]
  /// Gives the words that only other engines have, by the name of the engine of a flow.
  ///
  /// It is asked only for flows that use profiles.
  public var foreign: @Sendable (_ engine: String) -> ForeignWords
  /// The same for the rules of profiles, in which the words of an engine that does a part of the flow
  /// count as those of another one.
  public var foreignInProfiles: @Sendable (_ engine: String) -> ForeignWords

  /// Makes options.
  public init(
    defaultEngine: String = "idx", usualIntents: [String: String] = [:],
    intentRules: [String: [IntentRule]] = [:],
    profiles: [String] = [], variables: [String: String] = [:], promptsOtherwise: Bool = false,
    facts: [String: Set<String>] = [:], errorFacts: [String: Set<String>] = [:],
    factGroups: [String: Set<String>] = [:],
    foreign: @escaping @Sendable (_ engine: String) -> ForeignWords = { _ in .none },
    foreignInProfiles: @escaping @Sendable (_ engine: String) -> ForeignWords = { _ in .none }
  ) {
    self.defaultEngine = defaultEngine
    self.usualIntents = usualIntents
    self.intentRules = intentRules
    self.profiles = profiles
    self.variables = variables
    self.promptsOtherwise = promptsOtherwise
    self.facts = facts
    self.errorFacts = errorFacts
    self.factGroups = factGroups
    self.foreign = foreign
    self.foreignInProfiles = foreignInProfiles
  }
}
