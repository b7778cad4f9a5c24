/// The words of one engine, for the checker, for help and for completion.
///
/// The set of steps is open: an engine may offer a step that isn't listed, and a script may answer
/// it.
public struct EngineVocabulary: Sendable, Hashable {
  /// The name after `engine`.
  public var engine: String
  /// The kinds of `start`, the most common one first.
  public var intents: [Intent]
  /// The events that `meanwhile` can trigger during a run; empty if there aren't any.
  public var events: [Intent]
  /// The messages between the apps of a run, which `sent` tests, with their parts; empty if there
  /// aren't any.
  public var messages: [Intent]
  /// The known steps.
  public var steps: [KnownStep]
  /// The known subjects and choices: authenticators, accounts, identity providers.
  public var subjects: [KnownWord]
  /// The words after `via`.
  public var methods: [KnownWord]
  /// The actions other than submitting a step.
  public var capabilities: [KnownWord]
  /// The other words for a field, by the last part of its name.
  public var fieldAliases: [String: [String]]
  /// The fields that are true if a script only names them: the consent to use a fingerprint.
  public var flags: [String]
  /// The fields and parameters that aren't secrets, by the last parts of their names.
  ///
  /// For others it is unknown.
  public var plainFields: [String]
  /// The first parts of the names of facts that conditions may test (`user`, `app`, `token`).
  public var facts: [String]
  /// The parameters of `start … with` whose values are described.
  public var parameters: [KnownParameter]
  /// The facts whose values are described.
  ///
  /// A value of a script never hides one of them.
  public var knownFacts: [KnownFact]

  /// A kind of start, an outside event, or a message whose parts conditions may test
  /// (`message.code_challenge`).
  public struct Intent: Sendable, Hashable {
    /// The word after `start`, `meanwhile` or `sent`.
    public var name: String
    /// The possible parameters after `with`.
    public var parameters: [String]
    /// The meaning, as a sentence; empty if the name is enough.
    public var meaning: String
    /// An example line of a script.
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

  /// A known step.
  public struct KnownStep: Sendable, Hashable {
    /// The engine's own name.
    public var name: String
    /// The full names of the fields that it usually has.
    public var fields: [String]
    /// A description of the choices; `nil` if there aren't any.
    public var options: String?
    /// All words that can ever be chosen; empty if they are known only in a run.
    public var choices: [String]
    /// Whether `fields` lists all fields that it can ever have.
    public var isClosed: Bool
    /// The meaning, as a sentence.
    public var meaning: String
    /// An example line of a script that answers it.
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

    /// The shorter words for the step, which also match every other step with that beginning: each
    /// prefix that ends at a hyphen.
    public var prefixes: [String] {
      let parts = name.split(separator: "-")
      return parts.indices.dropFirst().map { parts[..<$0].joined(separator: "-") }
    }
  }

  /// A known authenticator, method or capability.
  public struct KnownWord: Sendable, Hashable {
    /// The names of the word.
    public var naming: Naming
    /// The engine's own word (`okta_email`).
    public var key: String
    /// The words after `via` that fit it.
    public var methods: [String]
    /// The meaning, as a sentence.
    public var meaning: String
    /// An example line of a script.
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
    /// The possible values of a parameter.
    public enum Form: Sendable, Hashable {
      case text
      case duration
      case boolean
      /// One of these words.
      case word([String])
    }

    /// Its name.
    public var name: String
    /// The possible values.
    public var form: Form
    /// The meaning, as a sentence.
    public var meaning: String
    /// An example line of a script.
    public var example: String

    /// Makes a parameter.
    public init(_ name: String, _ form: Form, meaning: String, example: String) {
      self.name = name
      self.form = form
      self.meaning = meaning
      self.example = example
    }
  }

  /// A fact that conditions may test and whose type is known.
  public struct KnownFact: Sendable, Hashable {
    /// The type of a fact's value.
    public enum Kind: Sendable, Hashable {
      case text
      case number
      case boolean
      case list
    }

    /// The full name.
    public var name: String
    /// The type of its value.
    public var kind: Kind
    /// All possible texts of the fact, or of the elements of its list; empty if the set is open.
    public var values: [String]
    /// The meaning, as a sentence.
    public var meaning: String
    /// An example line of a script that tests it.
    public var example: String
    /// Whether it reports an error like a message.
    ///
    /// A rule that tests it may answer the error.
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
