public import FlowDiagnostics

/// What must hold.
public enum Condition: Sendable {
  /// One of them; at least two.
  case or([Condition])
  /// All of them; at least two.
  case and([Condition])
  /// `not …`, from its word on.
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
  /// What is looked at.
  public var subject: Subject
  /// What it is held to; `nil` asks whether it is there.
  public var comparison: Comparison?

  /// What a test looks at.
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

  /// The steps that were taken, compared with patterns.
  public struct Path: Sendable {
    /// How they are compared.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
      /// Exactly these, in this order.
      case exact
      /// These, in this order, perhaps with others between.
      case contains
      /// None of these.
      case never
    }

    /// How they are compared.
    public var mode: Mode
    /// The steps.
    public var patterns: [Pattern]
  }
}

/// `is "x"`, `contains "x"`, `> 2`.
public struct Comparison: Sendable {
  /// How the two are compared.
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

  /// How the two are compared.
  public var `operator`: Operator
  /// Where the operator stands.
  public var operatorRange: SourceRange
  /// The right side.
  public var value: Expression
}
