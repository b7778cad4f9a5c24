/// The words of one engine, for the checker, for help and for completion.
///
/// Steps are open: an engine may offer one that isn't listed, and a script may answer it.
public struct EngineVocabulary: Sendable, Hashable {
  /// The name after `engine`.
  public var engine: String
  /// What `start` may ask for, the usual one first.
  public var intents: [Intent]
  /// The steps that are known.
  public var steps: [KnownStep]
  /// The subjects and choices that are known: authenticators, accounts.
  public var subjects: [Naming]
  /// The words after `via`.
  public var methods: [Naming]
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
    /// The fields it usually asks for, by their full names.
    public var fields: [String]
    /// What it means, in a sentence.
    public var meaning: String

    /// Makes a step.
    public init(_ name: String, fields: [String] = [], meaning: String) {
      self.name = name
      self.fields = fields
      self.meaning = meaning
    }
  }

  /// Makes a vocabulary.
  public init(
    engine: String, intents: [Intent], steps: [KnownStep], subjects: [Naming], methods: [Naming],
    facts: [String]
  ) {
    self.engine = engine
    self.intents = intents
    self.steps = steps
    self.subjects = subjects
    self.methods = methods
    self.facts = facts
  }
}
