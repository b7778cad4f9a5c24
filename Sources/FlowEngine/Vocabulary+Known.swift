extension EngineVocabulary {
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
