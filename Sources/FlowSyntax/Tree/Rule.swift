public import FlowDiagnostics

/// `on <pattern> [when <condition>] [once | up to N times] <action> {then <action>}`.
public struct Rule: Sendable {
  /// The whole rule.
  public var range: SourceRange
  /// The patterns, joined by `or`; at least one.
  public var patterns: [Pattern]
  /// The condition after `when`.
  public var condition: Condition?
  /// The limit of firings in a run; `nil` means no limit.
  public var limit: Limit?
  /// The actions, in order; at least one.
  public var actions: [Action]

  /// `once` or `up to N times`.
  public struct Limit: Sendable, Hashable {
    /// The whole clause.
    public var range: SourceRange
    /// The number of times; 1 for `once`.
    public var times: Int
  }
}

/// A step name and its subject: `challenge`, `challenge phone via sms`, `any`.
public struct Pattern: Sendable {
  /// The whole pattern.
  public var range: SourceRange
  /// The step's name or a prefix of it that ends at a hyphen; `any` matches every step.
  public var step: Name
  /// The authenticator, method or account.
  public var subject: Label?
  /// The method, after `via`.
  public var method: Label?
}

/// An action of a rule.
public enum Action: Sendable {
  case choose(Choose)
  case answer(AnswerAction)
  case prompt(Prompt)
  case poll(Poll)
  case wait(Wait)
  case meanwhile(Meanwhile)
  case expect(Expect)
  case say(Say)
  case fail(Say)
  /// An action that consists of one word.
  case plain(PlainAction)

  /// The whole action.
  public var range: SourceRange {
    switch self {
    case .choose(let node): node.range
    case .answer(let node): node.range
    case .prompt(let node): node.range
    case .poll(let node): node.range
    case .wait(let node): node.range
    case .meanwhile(let node): node.range
    case .expect(let node): node.range
    case .say(let node), .fail(let node): node.range
    case .plain(let node): node.range
    }
  }
}

/// An action that consists of one word.
public struct PlainAction: Sendable, Hashable {
  /// The word of the action.
  public enum Verb: String, Sendable, Hashable, CaseIterable {
    case submit, skip, cancel, deny, resend, recover, send, follow, stop
  }

  /// The word.
  public var range: SourceRange
  /// The word of the action.
  public var verb: Verb
}

/// `choose A [via M] [with f = v, …] [or B …]`.
public struct Choose: Sendable {
  /// The whole action.
  public var range: SourceRange
  /// The options in order of preference; at least one.
  public var options: [OptionPattern]
}

/// `phone via sms with phoneNumber = "+15551234567"`.
public struct OptionPattern: Sendable {
  /// The whole option.
  public var range: SourceRange
  /// The chosen option.
  public var name: Label
  /// The method or channel, after `via`.
  public var method: Label?
  /// The fields of the option's form, after `with`.
  public var fields: [Assignment]
}

/// `answer f = v, g, h?`.
public struct AnswerAction: Sendable {
  /// The whole action.
  public var range: SourceRange
  /// The fields; at least one.
  public var fields: [FieldAnswer]
}

/// `f = v`, or a bare `f` with the value of that name from a profile or a `let`.
public struct FieldAnswer: Sendable {
  /// The whole answer.
  public var range: SourceRange
  /// The field.
  public var field: Name
  /// Whether the field is optional: `?` follows its name.
  public var mayBeAbsent: Bool
  /// The value; `nil` for a bare field.
  public var value: Expression?
}

/// `prompt f ["text"], …`.
///
/// Without a field, it asks for the whole step.
public struct Prompt: Sendable {
  /// The whole action.
  public var range: SourceRange
  /// The fields; empty if the whole step is asked for.
  public var fields: [PromptField]
}

/// `code "The code we sent by text"`.
public struct PromptField: Sendable {
  /// The whole field.
  public var range: SourceRange
  /// The field.
  public var field: Name
  /// Whether the field is optional: `?` follows its name.
  public var mayBeAbsent: Bool
  /// The text that the user reads instead of the field's own label.
  public var text: Text?
}

/// `poll [every D] [for D]`.
public struct Poll: Sendable {
  /// The whole action.
  public var range: SourceRange
  /// The polling interval; `nil` for the server's.
  public var every: DurationLiteral?
  /// The deadline; `nil` for the run's.
  public var limit: DurationLiteral?
}

/// `wait D`.
public struct Wait: Sendable {
  /// The whole action.
  public var range: SourceRange
  /// The time that passes.
  public var duration: DurationLiteral
}

/// `meanwhile E [with f = v, …]`.
public struct Meanwhile: Sendable {
  /// The whole action.
  public var range: SourceRange
  /// The event outside of the run.
  public var event: Name
  /// The parameters of the event, after `with`.
  public var parameters: [Assignment]
}

/// `say "text"` or `fail "text"`.
public struct Say: Sendable {
  /// The whole action.
  public var range: SourceRange
  /// The text.
  public var text: Text
}
