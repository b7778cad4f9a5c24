public import FlowEngine

/// What somebody is asked: fields to fill, or options to choose from.
public struct Question: Sendable, Hashable {
  /// The step's name; empty where the question is about no step, such as a missing secret.
  public var step: String
  /// What the step is about, as a person reads it ("Email"), or the missing value; `nil` where about
  /// nothing.
  public var title: String?
  /// What the server says.
  public var messages: [Message]
  /// What the person should be shown: a number to match, a QR code.
  public var showing: [Fact]
  /// What is to be filled; empty where something is to be chosen.
  public var fields: [Item]
  /// What can be chosen; empty where something is to be filled.
  public var options: [Option]
  /// What can be done instead, each on a line of its own: "verify with something else", `skip`.
  public var alternatives: [String]
  /// What was wrong with the answer before this one, where it is asked for again.
  public var complaint: String?

  /// A field to fill.
  public struct Item: Sendable, Hashable {
    /// The field's full name.
    public var name: String
    /// What the person reads: the script's own words, else the field's label.
    public var label: String
    /// What the field takes.
    public var kind: Field.Kind
    /// Whether it must be filled.
    public var isRequired: Bool
    /// Whether what is typed must not be shown.
    public var isSecret: Bool
    /// The text of the value that the field has, which an empty answer keeps; `nil` if it has none, and
    /// for a secret.
    public var value: String?
    /// The titles of the only values that are accepted; empty where any is.
    public var accepted: [String]

    /// Makes an item.
    public init(
      name: String, label: String, kind: Field.Kind = .text, isRequired: Bool = true,
      isSecret: Bool = false, value: String? = nil, accepted: [String] = []
    ) {
      self.name = name
      self.label = label
      self.kind = kind
      self.isRequired = isRequired
      self.isSecret = isSecret
      self.value = value
      self.accepted = accepted
    }
  }

  /// Something to choose.
  public struct Option: Sendable, Hashable {
    /// What the person reads ("Phone").
    public var title: String
    /// What tells it from another of the same title: a masked number.
    public var details: [String]
    /// The titles of its methods; empty where it has none.
    public var methods: [String]

    /// Makes an option.
    public init(title: String, details: [String] = [], methods: [String] = []) {
      self.title = title
      self.details = details
      self.methods = methods
    }
  }

  /// Makes a question.
  public init(
    step: String = "", title: String? = nil, messages: [Message] = [], showing: [Fact] = [],
    fields: [Item] = [], options: [Option] = [], alternatives: [String] = [],
    complaint: String? = nil
  ) {
    self.step = step
    self.title = title
    self.messages = messages
    self.showing = showing
    self.fields = fields
    self.options = options
    self.alternatives = alternatives
    self.complaint = complaint
  }
}
