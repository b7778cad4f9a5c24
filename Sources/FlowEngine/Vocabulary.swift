/// The words that scripts can use with one engine, for the checker, help and completion.
///
/// The set of steps is open. An engine may offer a step that isn't listed, and a script may answer
/// it.
public struct EngineVocabulary: Sendable, Hashable {
  /// The name of the engine, as scripts write it after `engine`.
  public var engine: String
  /// The words after `start`, the most common one first.
  public var intents: [Intent]
  /// The events that `meanwhile` can trigger during a run; empty if there are none.
  public var events: [Intent]
  /// The messages between the apps of a run, which `sent` tests, with the names of their parts;
  /// empty if there are none.
  public var messages: [Intent]
  /// The known steps.
  public var steps: [KnownStep]
  /// The known subjects and choices of steps: authenticators, accounts, identity providers.
  public var subjects: [KnownWord]
  /// The words after `via`.
  public var methods: [KnownWord]
  /// The actions other than submitting a step.
  public var capabilities: [KnownWord]
  /// The aliases of fields.
  ///
  /// The key is the last part of a field's name.
  public var fieldAliases: [String: [String]]
  /// The fields that are set to `true` if a script only names them, such as a consent.
  public var flags: [String]
  /// The last parts of the names of fields and parameters that certainly aren't secrets.
  ///
  /// Other fields and parameters may be secrets.
  public var plainFields: [String]
  /// The first parts of the names of facts that conditions can test (`user`, `app`, `token`).
  public var facts: [String]
  /// The parameters of `start … with` whose possible values are known.
  public var parameters: [KnownParameter]
  /// The facts whose types are known.
  ///
  /// A value of a script with the same name doesn't hide such a fact.
  public var knownFacts: [KnownFact]
  /// The words that had another spelling.
  ///
  /// The lists above contain only the current ones.
  public var oldSpellings: OldSpellings

  /// A word after `start`, `meanwhile` or `sent`, with its parameters.
  public struct Intent: Sendable, Hashable {
    /// The word after `start`, `meanwhile` or `sent`.
    public var name: String
    /// The names that can follow `with`, or the parts of a message that conditions can test.
    public var parameters: [String]
    /// What the word means, as a sentence; empty if the word explains itself.
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
    /// The full names of the fields that the step usually has.
    public var fields: [String]
    /// A description of the step's choices; `nil` if there are none.
    public var options: String?
    /// All choices that the step can ever offer; empty if they are known only in a run.
    public var choices: [String]
    /// Whether `fields` contains all fields that the step can ever have.
    public var isClosed: Bool
    /// What the step means, as a sentence.
    public var meaning: String
    /// An example line of a script that answers the step.
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

    /// The beginnings of the step's name that end before a hyphen.
    ///
    /// A script can use each beginning as the name. The name then also matches every other step
    /// with this beginning.
    public var prefixes: [String] {
      let parts = name.split(separator: "-")
      return parts.indices.dropFirst().map { parts[..<$0].joined(separator: "-") }
    }
  }

  /// A known authenticator, method or capability.
  public struct KnownWord: Sendable, Hashable {
    /// The names that scripts can use.
    public var naming: Naming
    /// The engine's own name (`okta_email`).
    public var key: String
    /// The words that can follow the name after `via`.
    public var methods: [String]
    /// What the word means, as a sentence.
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
    knownFacts: [KnownFact] = [], oldSpellings: OldSpellings = .none
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
    self.oldSpellings = oldSpellings
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

    /// The parameter's name.
    public var name: String
    /// The possible values of the parameter.
    public var form: Form
    /// What the parameter means, as a sentence.
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

    /// The full name of the fact.
    public var name: String
    /// The type of the fact's value.
    public var kind: Kind
    /// All possible values of the fact, or of the elements of its list; empty if any text is
    /// possible.
    public var values: [String]
    /// What the fact means, as a sentence.
    public var meaning: String
    /// An example line of a script that tests the fact.
    public var example: String
    /// Whether the fact reports an error, like an error message.
    ///
    /// A rule that tests the fact may answer a response that shows an error.
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
