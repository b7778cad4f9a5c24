public import FlowDiagnostics

/// A rule: `on <pattern> [when <condition>] [once | up to N times] <action> {then <action>}`.
public struct Rule: Sendable {
  /// The range of the whole rule.
  public var range: SourceRange
  /// The patterns, joined by `or`; at least one.
  public var patterns: [Pattern]
  /// The condition after `when`; `nil` if there is none.
  public var condition: Condition?
  /// How often the rule may fire in a run; `nil` if there is no limit.
  public var limit: Limit?
  /// The actions, in order; at least one.
  public var actions: [Action]

  /// `once` or `up to N times`.
  public struct Limit: Sendable, Hashable {
    /// The range of the whole clause.
    public var range: SourceRange
    /// The number of times.
    ///
    /// The number is 1 for `once`.
    public var times: Int
  }
}

/// A step name and its subject: `challenge`, `challenge phone via sms`, `any`.
public struct Pattern: Sendable {
  /// The range of the whole pattern.
  public var range: SourceRange
  /// The step's name, or its beginning up to a hyphen.
  ///
  /// `any` matches every step.
  public var step: Name
  /// The authenticator, method or account; `nil` if none is named.
  public var subject: Label?
  /// The method after `via`; `nil` if none is named.
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

  /// The range of the whole action.
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
  /// The words that are actions by themselves.
  public enum Verb: String, Sendable, Hashable, CaseIterable {
    case submit, skip, cancel, deny, resend, recover, send, follow, stop
  }

  /// The range of the word.
  public var range: SourceRange
  /// The action.
  public var verb: Verb
}

/// An action that chooses an option: `choose A [via M] [with f = v, …] [or B …]`.
public struct Choose: Sendable {
  /// The range of the whole action.
  public var range: SourceRange
  /// The options in order of preference; at least one.
  public var options: [OptionPattern]
}

/// An option of a `choose`, such as `phone via sms with phoneNumber = "+15551234567"`.
public struct OptionPattern: Sendable {
  /// The range of the whole option.
  public var range: SourceRange
  /// The name of the option.
  public var name: Label
  /// The method or channel after `via`; `nil` if none is named.
  public var method: Label?
  /// The fields of the option's form, after `with`.
  public var fields: [Assignment]
}

/// An action that answers fields: `answer f = v, g, h?`.
public struct AnswerAction: Sendable {
  /// The range of the whole action.
  public var range: SourceRange
  /// The fields; at least one.
  public var fields: [FieldAnswer]
}

/// A field of an `answer`, with its value or without.
///
/// In `f = v`, the value is `v`. In `f`, it is the value with the name `f`, from a profile or a
/// `let`.
public struct FieldAnswer: Sendable {
  /// The range of the whole answer.
  public var range: SourceRange
  /// The field.
  public var field: Name
  /// Whether the field may be missing at the step, because `?` follows its name.
  public var mayBeAbsent: Bool
  /// The value; `nil` if only the field is named.
  public var value: Expression?
}

/// An action that asks the user for fields: `prompt f ["text"], …`.
///
/// Without a field, it asks the user everything about the step.
public struct Prompt: Sendable {
  /// The range of the whole action.
  public var range: SourceRange
  /// The fields; empty if the user is asked everything about the step.
  public var fields: [PromptField]
}

/// A field of a `prompt`, such as `code "The code we sent by text"`.
public struct PromptField: Sendable {
  /// The range of the whole field.
  public var range: SourceRange
  /// The field.
  public var field: Name
  /// Whether the field may be missing at the step, because `?` follows its name.
  public var mayBeAbsent: Bool
  /// The text that the user sees instead of the field's label; `nil` to show the label.
  public var text: Text?
}

/// An action that waits for an event outside of the run: `poll [every D] [for D]`.
public struct Poll: Sendable {
  /// The range of the whole action.
  public var range: SourceRange
  /// The polling interval; `nil` to use the server's interval.
  public var every: DurationLiteral?
  /// The time limit; `nil` to use the run's time limit.
  public var limit: DurationLiteral?
}

/// An action that lets time pass: `wait D`.
public struct Wait: Sendable {
  /// The range of the whole action.
  public var range: SourceRange
  /// The time to let pass.
  public var duration: DurationLiteral
}

/// An action that triggers an event outside of the run: `meanwhile E [with f = v, …]`.
public struct Meanwhile: Sendable {
  /// The range of the whole action.
  public var range: SourceRange
  /// The name of the event outside of the run.
  public var event: Name
  /// The parameters of the event, after `with`.
  public var parameters: [Assignment]
}

/// An action that prints a text (`say "text"`) or ends the run with one (`fail "text"`).
public struct Say: Sendable {
  /// The range of the whole action.
  public var range: SourceRange
  /// The text.
  public var text: Text
}
