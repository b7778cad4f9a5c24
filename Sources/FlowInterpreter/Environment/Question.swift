public import FlowEngine

/// A question: fields to fill, or options to choose from.
public struct Question: Sendable, Hashable {
  /// The step's name; empty if the question isn't about a step, such as one for a missing secret.
  public var step: String
  /// The title of the step's subject ("Email"), or of the missing value; `nil` if there is none.
  public var title: String?
  /// The server's messages.
  public var messages: [Message]
  /// The facts to show to the user, such as a number to match or a QR code.
  public var showing: [Fact]
  /// The fields to fill; empty for a choice.
  public var fields: [Item]
  /// The options to choose from; empty for fields.
  public var options: [Option]
  /// The other ways to continue, one line each: "verify with something else", `skip`.
  public var alternatives: [String]
  /// Why the previous reply was invalid; `nil` if the question is asked for the first time.
  public var complaint: String?

  /// A field to fill.
  public struct Item: Sendable, Hashable {
    /// The field's full name.
    public var name: String
    /// The label: the text that the script gives for it, or else the field's own label.
    public var label: String
    /// The type of the field's value.
    public var kind: Field.Kind
    /// Whether the field is required.
    public var isRequired: Bool
    /// Whether the typed text must not be shown.
    public var isSecret: Bool
    /// The field's current value, which an empty answer keeps; `nil` if there is none or it is secret.
    public var value: String?
    /// The titles of the accepted values; empty if every value is accepted.
    public var accepted: [String]

    /// Creates an item.
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

  /// An option to choose.
  public struct Option: Sendable, Hashable {
    /// The title ("Phone").
    public var title: String
    /// The details that distinguish the option from others with the same title: a masked number.
    public var details: [String]
    /// The titles of the option's methods; empty if there are none.
    public var methods: [String]

    /// Creates an option.
    public init(title: String, details: [String] = [], methods: [String] = []) {
      self.title = title
      self.details = details
      self.methods = methods
    }
  }

  /// Creates a question.
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
