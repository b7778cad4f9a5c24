public import FlowEngine

/// A question: fields to fill, or options to choose from.
///
/// The titles, labels and messages are in the server's language, to be shown to the user. Code
/// compares the names instead, which are the same in every language:
///
/// ```swift
/// if question.options.contains(.email) { return question.choosing(.email) }
/// ```
public struct Question: Sendable, Hashable {
  /// The step's name; empty if the question isn't about a step, such as one for a missing secret.
  public var step: String
  /// What the question asks for.
  public var kind: Kind
  /// The step's subjects: an authenticator and its method, an account.
  ///
  /// May be empty.
  public var subjects: [Subject]
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
  /// The other ways to continue, such as to skip the step.
  public var alternatives: [Alternative]
  /// Why the previous reply was invalid; `nil` if the question is asked for the first time.
  public var complaint: String?

  /// What a question asks for.
  public enum Kind: Sendable, Hashable {
    /// To fill fields.
    case fill
    /// To choose one of the options, such as an authenticator.
    case choose
    /// To continue, with the only option, or to take an alternative.
    ///
    /// The step has nothing to fill or to choose.
    case proceed
  }

  /// Creates a question.
  public init(
    step: String = "", kind: Kind? = nil, subjects: [Subject] = [], title: String? = nil,
    messages: [Message] = [], showing: [Fact] = [], fields: [Item] = [], options: [Option] = [],
    alternatives: [Alternative] = [], complaint: String? = nil
  ) {
    self.step = step
    self.kind = kind ?? (options.isEmpty ? .fill : .choose)
    self.subjects = subjects
    self.title = title ?? subjects.first?.title
    self.messages = messages
    self.showing = showing
    self.fields = fields
    self.options = options
    self.alternatives = alternatives
    self.complaint = complaint
  }

  // MARK: Replies

  /// Returns the reply that chooses an option.
  ///
  /// - Parameters:
  ///   - option: The option's name.
  ///   - method: The method's name, such as `.sms`; `nil` for the only one, or for the server's
  ///     usual one.
  /// - Returns: The reply; `nil` if no option has the name, or none of these has the method. The
  ///   first one is chosen if several have the same name.
  public func choosing(_ option: SubjectName, via method: SubjectName? = nil) -> Reply? {
    for (index, found) in options.enumerated() where found.subject.isCalled(option) {
      guard let method else { return .chose(index, method: nil) }
      if let way = found.methods.firstIndex(where: { $0.isCalled(method) }) {
        return .chose(index, method: way)
      }
    }
    return nil
  }

  /// Returns the reply that takes an alternative.
  ///
  /// - Parameter way: The way to continue.
  /// - Returns: The reply; `nil` if the question doesn't have this alternative.
  public func taking(_ way: StepWay) -> Reply? {
    alternatives.firstIndex { $0.way == way }.map { .other($0) }
  }
}

extension Question {
  /// What a step is about, or an option or a method stands for.
  public struct Subject: Sendable, Hashable {
    /// The name, which is the same in every language: `.email`.
    public var name: SubjectName
    /// The title for users, in the server's language ("E-Mail").
    public var title: String
    /// Every name that scripts accept, in lower case with hyphens, including `name`.
    ///
    /// An engine's own key is one of them, such as `okta-email`.
    public var names: [String]

    /// Creates a subject.
    public init(_ name: SubjectName, title: String? = nil, names: [String] = []) {
      self.name = name
      self.title = title ?? name.rawValue
      self.names = names.contains(name.rawValue) ? names : [name.rawValue] + names
    }

    /// Creates a subject from an engine's names.
    package init(_ naming: Naming) {
      self.init(SubjectName(naming.word), title: naming.title, names: naming.words)
    }

    /// Whether this is one of the subject's names.
    public func isCalled(_ name: SubjectName) -> Bool {
      self.name == name || names.contains(Naming.normalized(name.rawValue))
    }
  }

  /// An option to choose.
  public struct Option: Sendable, Hashable {
    /// What the option stands for, such as an authenticator.
    public var subject: Subject
    /// The details that distinguish the option from others with the same title: a masked number.
    public var details: [String]
    /// The option's methods, such as SMS and a call; empty if there are none.
    public var methods: [Subject]
    /// The id of the enrollment; `nil` unless there are several of the same name.
    public var enrollment: String?

    /// The title ("Phone").
    public var title: String { subject.title }

    /// Creates an option.
    public init(
      _ subject: Subject, details: [String] = [], methods: [Subject] = [],
      enrollment: String? = nil
    ) {
      self.subject = subject
      self.details = details
      self.methods = methods
      self.enrollment = enrollment
    }
  }

  /// Another way to continue than to answer the question.
  public struct Alternative: Sendable, Hashable {
    /// What the alternative does.
    public var way: StepWay
    /// The engine's name of the step or of the action, such as `unlock-account`.
    public var name: String
    /// The text for users, such as "skip".
    public var title: String

    /// Creates an alternative.
    public init(_ way: StepWay, name: String, title: String? = nil) {
      self.way = way
      self.name = name
      self.title = title ?? name
    }
  }

  /// A field to fill.
  public struct Item: Sendable, Hashable {
    /// The field's full name.
    public var name: String
    /// The label: the text that the script gives for it, or else the field's own label.
    public var label: String
    /// The type of the field's value.
    public var kind: Field.Kind
    /// What the field is for, such as a password; `nil` if it isn't known.
    public var purpose: FieldPurpose?
    /// Whether the field is required.
    public var isRequired: Bool
    /// Whether the typed text must not be shown.
    public var isSecret: Bool
    /// The field's current value, which an empty answer keeps; `nil` if there is none or it is secret.
    public var value: String?
    /// The length and characters of a one-time code; `nil` if the server doesn't describe them.
    public var code: CodeForm?
    /// The accepted values; empty if every value is accepted.
    ///
    /// A reply has the name or the title of one of them.
    public var accepted: [Subject]

    /// Creates an item.
    public init(
      name: String, label: String, kind: Field.Kind = .text, purpose: FieldPurpose? = nil,
      isRequired: Bool = true, isSecret: Bool = false, value: String? = nil,
      code: CodeForm? = nil, accepted: [Subject] = []
    ) {
      self.name = name
      self.label = label
      self.kind = kind
      self.purpose = purpose
      self.isRequired = isRequired
      self.isSecret = isSecret
      self.value = value
      self.code = code
      self.accepted = accepted
    }
  }
}

extension Sequence<Question.Option> {
  /// Whether one of the options has this name.
  public func contains(_ name: SubjectName) -> Bool {
    contains { $0.subject.isCalled(name) }
  }
}

extension Sequence<Question.Subject> {
  /// Whether one of the subjects has this name.
  public func contains(_ name: SubjectName) -> Bool {
    contains { $0.isCalled(name) }
  }
}

extension Sequence<Question.Alternative> {
  /// Whether one of the alternatives does this.
  public func contains(_ way: StepWay) -> Bool {
    contains { $0.way == way }
  }
}
