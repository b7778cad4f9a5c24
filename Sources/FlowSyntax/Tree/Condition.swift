public import FlowDiagnostics

/// A condition of a rule, an expectation or a claim.
public enum Condition: Sendable {
  /// At least one of them. The list has at least two.
  case or([Condition])
  /// All of them. The list has at least two.
  case and([Condition])
  /// `not …`, with the range from its keyword to its end.
  indirect case not(SourceRange, Condition)
  indirect case test(Test)

  /// The whole condition, without the parentheses around it.
  public var range: SourceRange {
    switch self {
    case .or(let parts), .and(let parts):
      (parts.first?.range ?? SourceRange(0, 0)).through(parts.last?.range ?? SourceRange(0, 0))
    case .not(let word, let part): word.through(part.range)
    case .test(let test): test.range
    }
  }
}

/// One test of a condition.
public struct Test: Sendable {
  /// The whole test.
  public var range: SourceRange
  /// The tested value.
  public var subject: Subject
  /// The comparison; `nil` tests whether the value is present.
  public var comparison: Comparison?

  /// The value that a test examines.
  public enum Subject: Sendable {
    /// `message`, `message.key`, `attempt`, `step`, `user.email`, `token.scope`, `success` ….
    case fact(Name)
    /// `offers phone via sms`: the response offers this choice.
    case offers(OptionPattern)
    /// `has passcode`: the step asks for this field.
    case has(Name)
    /// `path identify, challenge`: the steps that were taken.
    case path(Path)
    /// `sent authrequest`: a message of this name went from one app to another.
    case sent(Label)
    /// `used "phone via sms"`, in a claim.
    case used(Label)
  }

  /// The executed steps, compared with patterns.
  public struct Path: Sendable {
    /// The way of comparison.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
      /// Exactly these steps, in this order.
      case exact
      /// These steps, in this order, possibly with others between them.
      case contains
      /// None of these steps.
      case never
    }

    /// The way of comparison.
    public var mode: Mode
    /// The steps.
    public var patterns: [Pattern]
  }
}

/// `is "x"`, `contains "x"`, `> 2`.
public struct Comparison: Sendable {
  /// The comparison operator.
  public enum Operator: String, Sendable, Hashable, CaseIterable {
    case equal = "is"
    case notEqual = "is not"
    case contains
    case matches
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// The comparison operator.
  public var `operator`: Operator
  /// The range of the operator.
  public var operatorRange: SourceRange
  /// The right side.
  public var value: Expression
}
