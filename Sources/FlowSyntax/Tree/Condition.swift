public import FlowDiagnostics

/// A condition of a rule, an expectation or a claim.
public enum Condition: Sendable {
  /// Holds if at least one part holds.
  ///
  /// There are at least two parts.
  case or([Condition])
  /// Holds if all parts hold.
  ///
  /// There are at least two parts.
  case and([Condition])
  /// Holds if the condition doesn't.
  ///
  /// The range is from `not` to the end of the condition.
  indirect case not(SourceRange, Condition)
  indirect case test(Test)

  /// The range of the whole condition, without parentheses around it.
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
  /// The range of the whole test.
  public var range: SourceRange
  /// The tested value.
  public var subject: Subject
  /// The comparison; `nil` if the test only checks whether the value exists.
  public var comparison: Comparison?

  /// The value that a test examines.
  public enum Subject: Sendable {
    /// A value by its name: `message`, `message.key`, `attempt`, `step`, `user.email`,
    /// `token.scope`, `success` ….
    case fact(Name)
    /// `offers phone via sms`: whether the response offers this choice.
    case offers(OptionPattern)
    /// `has passcode`: whether the step asks for this field.
    case has(Name)
    /// `path identify, challenge`: whether the answered steps match.
    case path(Path)
    /// `sent authrequest`: whether an app has sent this message to another app.
    case sent(Label)
    /// `used "phone via sms"`, in a claim: whether the route used this method.
    case used(Label)
  }

  /// The answered steps of a run, compared with patterns.
  public struct Path: Sendable {
    /// How the steps are compared with the patterns.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
      /// The steps are exactly these, in this order.
      case exact
      /// The steps contain these, in this order.
      ///
      /// Other steps may be between them.
      case contains
      /// The steps contain none of these.
      case never
    }

    /// How the steps are compared with the patterns.
    public var mode: Mode
    /// The patterns of the steps.
    public var patterns: [Pattern]
  }
}

/// The right side of a test, such as `is "x"`, `contains "x"` or `> 2`.
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
