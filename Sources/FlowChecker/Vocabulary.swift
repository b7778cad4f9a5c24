import FlowSyntax

/// The words of one engine, as the checker needs them.
///
/// A list that is empty is one that nothing is held to.
public struct Vocabulary: Sendable, Hashable {
  /// The name after `engine`.
  public var engine: String
  /// Other words for the engine.
  public var aliases: [String]
  /// What `start` may ask for.
  public var intents: [Intent]
  /// What may happen outside of a run, after `meanwhile`.
  public var events: [Intent]
  /// What one app may say to another, after `sent`, and the parts of each.
  public var messages: [Intent]
  /// The steps that are known; an engine may offer others.
  public var steps: [KnownStep]
  /// Every word for an authenticator, an account or another choice.
  public var subjects: [String]
  /// Every word after `via`.
  public var methods: [String]
  /// The other words for a field, by the last part of its name.
  public var fieldAliases: [String: [String]]
  /// The fields that are true where they are named alone.
  public var flags: [String]
  /// The fields and parameters that are no secrets, by the last parts of their names.
  public var plainFields: [String]
  /// The first parts of the names that conditions may ask for (`user`, `app`, `token`).
  public var facts: [String]
  /// Those parameters of `start … with` whose values are held to something.
  public var parameters: [KnownParameter]
  /// Those facts whose values are of a known kind.
  public var knownFacts: [KnownFact]

  /// A parameter whose values are held to something.
  public struct KnownParameter: Sendable, Hashable {
    /// What a value is.
    public enum Kind: Sendable, Hashable {
      case text, duration, boolean
    }

    /// Its name.
    public var name: String
    /// The words that it can be; `nil` where it can be any text.
    public var words: [String]?
    /// What its value is.
    public var kind: Kind

    /// Makes a parameter.
    public init(_ name: String, words: [String]? = nil, kind: Kind = .text) {
      self.name = name
      self.words = words
      self.kind = kind
    }
  }

  /// A fact whose values are of a known kind.
  public struct KnownFact: Sendable, Hashable {
    /// What a value is.
    public enum Kind: Sendable, Hashable {
      case text, number, boolean, list
    }

    /// Its whole name.
    public var name: String
    /// What its value is.
    public var kind: Kind
    /// All texts that it, or what a list holds, can ever be; empty where they are open.
    public var values: [String]

    /// Makes a fact.
    public init(_ name: String, _ kind: Kind, values: [String] = []) {
      self.name = name
      self.kind = kind
      self.values = values
    }
  }

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
    /// All that can ever be chosen; empty where that is known in a run alone.
    public var choices: [String]
    /// Whether `fields` are all that it can ever ask for.
    public var isClosed: Bool

    /// Makes a step.
    public init(
      _ name: String, fields: [String] = [], choices: [String] = [], isClosed: Bool = false
    ) {
      self.name = name
      self.fields = fields
      self.choices = choices
      self.isClosed = isClosed
    }
  }

  /// Makes a vocabulary.
  public init(
    engine: String, aliases: [String] = [], intents: [Intent] = [], events: [Intent] = [],
    messages: [Intent] = [], steps: [KnownStep] = [], subjects: [String] = [],
    methods: [String] = [], fieldAliases: [String: [String]] = [:],
    flags: [String] = [], plainFields: [String] = [], facts: [String] = [],
    parameters: [KnownParameter] = [], knownFacts: [KnownFact] = []
  ) {
    self.engine = engine
    self.aliases = aliases
    self.intents = intents
    self.events = events
    self.messages = messages
    self.steps = steps
    self.subjects = subjects
    self.methods = methods
    self.fieldAliases = fieldAliases
    self.flags = flags
    self.plainFields = plainFields
    self.facts = facts
    self.parameters = parameters
    self.knownFacts = knownFacts
  }
}
