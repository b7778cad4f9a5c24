public import FlowEngine

/// A step that a `start` takes once, before every rule, to reach its intent.
public struct IntentRule: Sendable, Hashable {
  /// The word after `start`, such as `register`.
  public var intent: String
  /// The name of the step or capability that the rule takes if it is offered.
  public var takes: String

  /// Creates a rule.
  public init(intent: String, takes: String) {
    self.intent = intent
    self.takes = takes
  }
}

/// The options for making plans.
public struct PlanOptions: Sendable {
  /// The engine of a flow that doesn't name one.
  public var defaultEngine: String
  /// The intent of a flow without `start`, by the engine's name.
  public var usualIntents: [String: String]
  /// The rules for the intents of each engine, by the engine's name.
  public var intentRules: [String: [IntentRule]]
  /// The profiles that every flow uses in addition to its own, and after them.
  public var profiles: [String]
  /// Values from outside, by their names.
  ///
  /// These values override the values of the same name in scripts.
  public var variables: [String: String]
  /// Whether `otherwise prompt` is added to a flow without `otherwise`.
  public var promptsOtherwise: Bool
  /// The full names of facts, by the engine's name.
  ///
  /// In a condition, a fact takes precedence over a value of the same name.
  public var facts: [String: Set<String>]
  /// The facts that report errors like messages, by the engine's name.
  ///
  /// A rule that tests such a fact may answer a response that shows an error.
  public var errorFacts: [String: Set<String>]
  /// The names of facts that values may use, or the first parts of such names (`user`), by the
  /// engine's name.
  public var factGroups: [String: Set<String>]
  /// The words that had another spelling, by the name of their engine.
  public var oldSpellings: [String: OldSpellings]
  /// Returns the words that only other engines have, by the name of a flow's engine.
  ///
  /// This function is called only for flows that use profiles.
  public var foreign: @Sendable (_ engine: String) -> ForeignWords
  /// Returns the words that the engine of a flow doesn't have itself, but another engine has.
  ///
  /// This function is for the rules of profiles, which may serve several engines. Unlike `foreign`,
  /// it includes the words of engines that can do a part of the flow.
  public var foreignInProfiles: @Sendable (_ engine: String) -> ForeignWords

  /// Creates options.
  public init(
    defaultEngine: String = "idx", usualIntents: [String: String] = [:],
    intentRules: [String: [IntentRule]] = [:],
    profiles: [String] = [], variables: [String: String] = [:], promptsOtherwise: Bool = false,
    facts: [String: Set<String>] = [:], errorFacts: [String: Set<String>] = [:],
    factGroups: [String: Set<String>] = [:], oldSpellings: [String: OldSpellings] = [:],
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
    self.oldSpellings = oldSpellings
    self.foreign = foreign
    self.foreignInProfiles = foreignInProfiles
  }
}
