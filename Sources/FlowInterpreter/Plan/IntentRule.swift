/// A step that a `start` takes once, before every rule, to reach its intent.
public struct IntentRule: Sendable, Hashable {
  /// The word after `start`.
  public var intent: String
  /// The step or capability to take if it is offered.
  public var takes: String

  /// Creates a rule.
  public init(intent: String, takes: String) {
    self.intent = intent
    self.takes = takes
  }
}

/// The options for plans besides the program.
public struct PlanOptions: Sendable {
  /// The engine of a flow that names none.
  public var defaultEngine: String
  /// The default intent of a flow, by the engine's name.
  public var usualIntents: [String: String]
  /// The rules of each engine's intents, by the engine's name.
  public var intentRules: [String: [IntentRule]]
  /// The profiles that every flow uses after its own.
  public var profiles: [String]
  /// The named values that override all others of their name.
  public var variables: [String: String]
  /// Whether a flow without an `otherwise` ends in `otherwise prompt`.
  public var promptsOtherwise: Bool
  /// The facts that a condition refers to even if a value of the script has the same name, by the
  /// name of the engine that reports them.
  public var facts: [String: Set<String>]
  /// The facts that report errors as messages do, by the name of the engine that reports them.
  ///
  /// A rule that tests one may answer the error.
  public var errorFacts: [String: Set<String>]
  /// The names, or first parts of names, of facts that values may refer to, by the name of the
  /// engine that reports them.
  public var factGroups: [String: Set<String>]
  /// Returns the words that only other engines have, by the name of a flow's engine.
  ///
  /// It is called only for flows that use profiles.
  public var foreign: @Sendable (_ engine: String) -> ForeignWords
  /// Returns the same for the rules of profiles.
  ///
  /// There, the words of an engine that does a part of the flow also count as foreign.
  public var foreignInProfiles: @Sendable (_ engine: String) -> ForeignWords

  /// Creates options.
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
