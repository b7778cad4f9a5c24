/// The words of one engine, for the checker, for help and for completion.
///
/// Steps are open: an engine may offer one that isn't listed, and a script may answer it.
public struct EngineVocabulary: Sendable, Hashable {
  /// The name after `engine`.
  public var engine: String
  /// What `start` may ask for, the usual one first.
  public var intents: [Intent]
  /// What may happen outside during a run, after `meanwhile`; empty where nothing can be made to.
  public var events: [Intent]
  /// What one app of a run may say to another, after `sent`, with its parts; empty where nothing is.
  public var messages: [Intent]
  /// The steps that are known.
  public var steps: [KnownStep]
  /// The subjects and choices that are known: authenticators, accounts, identity providers.
  public var subjects: [KnownWord]
  /// The words after `via`.
  public var methods: [KnownWord]
  /// What can be done besides submitting a step.
  public var capabilities: [KnownWord]
  /// The other words for a field, by the last part of its name.
  public var fieldAliases: [String: [String]]
  /// The fields that are true where a script names them alone: the leave to use a fingerprint.
  public var flags: [String]
  /// The fields and parameters that are no secrets, by the last parts of their names; of others it
  /// isn't known.
  public var plainFields: [String]
  /// The first parts of the names that conditions may ask for (`user`, `app`, `token`).
  public var facts: [String]
  /// Those parameters of `start … with` of which more is known than the name.
  public var parameters: [KnownParameter]
  /// Those names that conditions may ask for of which more is known; no value of a script takes
  /// the place of one.
  public var knownFacts: [KnownFact]

  /// A way to begin, something that may happen outside, or a message, whose parts conditions may
  /// ask for (`message.code_challenge`).
  public struct Intent: Sendable, Hashable {
    /// The word after `start`, `meanwhile` or `sent`.
    public var name: String
    /// The parameters that `with` may give.
    public var parameters: [String]
    /// What it means, in a sentence; empty where the name says it.
    public var meaning: String
    /// A line of a script that has it.
    public var example: String

    /// Makes an intent.
    public init(
      _ name: String, parameters: [String] = [], meaning: String = "", example: String = ""
    ) {
      self.name = name
      self.parameters = parameters
      self.meaning = meaning
      self.example = example
    }
  }

  /// A step that is known.
  public struct KnownStep: Sendable, Hashable {
    /// The engine's own name.
    public var name: String
    /// The fields it usually asks for, by their full names.
    public var fields: [String]
    /// What can be chosen, in words; `nil` where nothing can.
    public var options: String?
    /// All words that can ever be chosen; empty where they are known in a run alone.
    public var choices: [String]
    /// Whether `fields` are all that it can ever ask for.
    public var isClosed: Bool
    /// What it means, in a sentence.
    public var meaning: String
    /// A line of a script that answers it.
    public var example: String

    /// Makes a step.
    public init(
      _ name: String, fields: [String] = [], options: String? = nil, choices: [String] = [],
      isClosed: Bool = false, meaning: String, example: String = ""
    ) {
      self.name = name
      self.fields = fields
      self.options = options ?? (choices.isEmpty ? nil : choices.joined(separator: ", "))
      self.choices = choices
      self.isClosed = isClosed
      self.meaning = meaning
      self.example = example
    }

    /// The shorter words that mean the step, and every other that begins so: what stands before one
    /// of its hyphens.
    public var prefixes: [String] {
      let parts = name.split(separator: "-")
      return parts.indices.dropFirst().map { parts[..<$0].joined(separator: "-") }
    }
  }

  /// An authenticator, a method or a capability that is known.
  public struct KnownWord: Sendable, Hashable {
    /// What it is called.
    public var naming: Naming
    /// The engine's own word (`okta_email`).
    public var key: String
    /// The words after `via` that go with it.
    public var methods: [String]
    /// What it means, in a sentence.
    public var meaning: String
    /// A line of a script that uses it.
    public var example: String

    /// Makes a word.
    public init(
      _ naming: Naming, key: String, methods: [String] = [], meaning: String = "",
      example: String = ""
    ) {
      self.naming = naming
      self.key = key
      self.methods = methods
      self.meaning = meaning
      self.example = example
    }
  }

  /// Makes a vocabulary.
  public init(
    engine: String, intents: [Intent], events: [Intent] = [], messages: [Intent] = [],
    steps: [KnownStep], subjects: [KnownWord], methods: [KnownWord], capabilities: [KnownWord] = [],
    fieldAliases: [String: [String]] = [:],
    flags: [String] = [], plainFields: [String] = [], facts: [String],
    parameters: [KnownParameter] = [],
    knownFacts: [KnownFact] = []
  ) {
    self.engine = engine
    self.intents = intents
    self.events = events
    self.messages = messages
    self.steps = steps
    self.subjects = subjects
    self.methods = methods
    self.capabilities = capabilities
    self.fieldAliases = fieldAliases
    self.flags = flags
    self.plainFields = plainFields
    self.facts = facts
    self.parameters = parameters
    self.knownFacts = knownFacts
  }

  /// A parameter of `start … with` whose values are known.
  public struct KnownParameter: Sendable, Hashable {
    /// What a value of it can be.
    public enum Form: Sendable, Hashable {
      case text
      case duration
      case boolean
      /// One of these words.
      case word([String])
    }

    /// Its name.
    public var name: String
    /// What a value of it can be.
    public var form: Form
    /// What it means, in a sentence.
    public var meaning: String
    /// A line of a script that gives it.
    public var example: String

    /// Makes a parameter.
    public init(_ name: String, _ form: Form, meaning: String, example: String) {
      self.name = name
      self.form = form
      self.meaning = meaning
      self.example = example
    }
  }

  /// A name that conditions may ask for and whose value is of a known kind.
  public struct KnownFact: Sendable, Hashable {
    /// What its value is.
    public enum Kind: Sendable, Hashable {
      case text
      case number
      case boolean
      case list
    }

    /// Its whole name.
    public var name: String
    /// What its value is.
    public var kind: Kind
    /// All texts that it, or what a list holds, can ever be; empty where they are open.
    public var values: [String]
    /// What it means, in a sentence.
    public var meaning: String
    /// A line of a script that asks for it.
    public var example: String
    /// Whether it reports an error as a message does: a rule that looks at it may answer the error.
    public var reportsErrors: Bool

    /// Makes a fact.
    public init(
      _ name: String, _ kind: Kind, values: [String] = [], meaning: String, example: String,
      reportsErrors: Bool = false
    ) {
      self.name = name
      self.kind = kind
      self.values = values
      self.meaning = meaning
      self.example = example
      self.reportsErrors = reportsErrors
    }
  }
}
