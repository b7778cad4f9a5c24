/// The words of one engine, as the checker needs them.
///
/// A list that is empty is one that nothing is held to: the words of an engine that can't run yet
/// may be unknown.
public struct Vocabulary: Sendable, Hashable {
  /// The name after `engine`.
  public var engine: String
  /// Other words for the engine.
  public var aliases: [String]
  /// Whether flows can run on it yet.
  public var isRunnable: Bool
  /// What `start` may ask for.
  public var intents: [Intent]
  /// The steps that are known; an engine may offer others.
  public var steps: [KnownStep]
  /// Every word for an authenticator, an account or another choice.
  public var subjects: [String]
  /// Every word after `via`.
  public var methods: [String]
  /// The first parts of the names that conditions may ask for (`user`, `app`, `token`).
  public var facts: [String]

  /// A way to begin.
  public struct Intent: Sendable, Hashable {
    /// The word after `start`.
    public var name: String
    /// The parameters that `with` may give.
    public var parameters: [String]

    /// Makes an intent.
    public init(_ name: String, parameters: [String] = []) {
      self.name = name
      self.parameters = parameters
    }
  }

  /// A step that is known.
  public struct KnownStep: Sendable, Hashable {
    /// The engine's own name.
    public var name: String
    /// The fields that it usually asks for, by their full names.
    public var fields: [String]

    /// Makes a step.
    public init(_ name: String, fields: [String] = []) {
      self.name = name
      self.fields = fields
    }
  }

  /// Makes a vocabulary.
  public init(
    engine: String, aliases: [String] = [], isRunnable: Bool = true, intents: [Intent] = [],
    steps: [KnownStep] = [], subjects: [String] = [], methods: [String] = [], facts: [String] = []
  ) {
    self.engine = engine
    self.aliases = aliases
    self.isRunnable = isRunnable
    self.intents = intents
    self.steps = steps
    self.subjects = subjects
    self.methods = methods
    self.facts = facts
  }
}
